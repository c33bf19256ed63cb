//! Cache of the scenes requested since the last change of a match.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ennead_game::{Focus, Scene, Viewer};

/// The most scenes: three viewers with a few focuses each.
const CAPACITY: usize = 8;
/// The most payload bytes.
const MAX_BYTES: usize = 64 << 10;

/// The scenes of a position by viewer and focus, newest last. Drawing a deep board takes
/// milliseconds, and many clients request the same one.
#[derive(Default)]
pub(crate) struct SceneCache(Mutex<Vec<(Viewer, Focus, Arc<Scene>)>>);

impl SceneCache {
    fn scenes(&self) -> MutexGuard<'_, Vec<(Viewer, Focus, Arc<Scene>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, viewer: Viewer, focus: &Focus) -> Option<Arc<Scene>> {
        let scenes = self.scenes();
        let known = scenes.iter().find(|(by, at, _)| *by == viewer && at == focus)?;
        Some(Arc::clone(&known.2))
    }

    pub(crate) fn put(&self, viewer: Viewer, focus: &Focus, scene: Scene) -> Arc<Scene> {
        let mut scenes = self.scenes();
        let bytes = |scene: &Scene| scene.payload().len();
        while !scenes.is_empty()
            && (scenes.len() >= CAPACITY
                || bytes(&scene) + scenes.iter().map(|known| bytes(&known.2)).sum::<usize>()
                    > MAX_BYTES)
        {
            scenes.remove(0);
        }
        let scene = Arc::new(scene);
        scenes.push((viewer, focus.clone(), Arc::clone(&scene)));
        scene
    }

    /// Drops all scenes, after the position has changed.
    pub(crate) fn clear(&mut self) {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
