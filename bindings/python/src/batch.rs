//! Many environments at once, on numpy arrays.

use ennead_game::{AnyBatch, Arrays, Spaces};
use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::arguments::{game_of, options_of};
use crate::failure::{Failure, guarded};
use crate::matches::environment_of;
use crate::pool::pool;

/// Number of environments that a thread steps in a row: enough to amortise the hand-over, and few
/// enough for their arrays to fit in its cache.
const CHUNK: usize = 256;
/// Maximum size of the observations and masks that one step writes, in bytes.
const MAX_BYTES: usize = 1 << 33;

/// Environments of one game that step together; :class:`ennead.Vector` is the public interface.
#[pyclass(module = "ennead")]
pub(crate) struct Batch {
    spaces: Spaces,
    chunks: Vec<Box<dyn AnyBatch>>,
}

/// The arrays of a step, borrowed from numpy.
struct Borrowed<'py> {
    observations: PyReadwriteArray<'py, u8, numpy::IxDyn>,
    legal: PyReadwriteArray<'py, bool, numpy::IxDyn>,
    rewards: PyReadwriteArray<'py, f32, numpy::IxDyn>,
    terminations: PyReadwriteArray<'py, bool, numpy::IxDyn>,
    acted: PyReadwriteArray<'py, u8, numpy::IxDyn>,
    to_move: PyReadwriteArray<'py, u8, numpy::IxDyn>,
}

/// The arrays that Python allocates for a step: observations, legal, rewards, terminations, acted
/// and to_move.
type Allocated<'py> = (
    Bound<'py, PyArrayDyn<u8>>,
    Bound<'py, PyArrayDyn<bool>>,
    Bound<'py, PyArrayDyn<f32>>,
    Bound<'py, PyArrayDyn<bool>>,
    Bound<'py, PyArrayDyn<u8>>,
    Bound<'py, PyArrayDyn<u8>>,
);

fn borrow<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
) -> Result<PyReadwriteArray<'py, T, numpy::IxDyn>, Failure> {
    array.try_readwrite().map_err(|error| Failure::Python(error.into()))
}

impl<'py> Borrowed<'py> {
    fn new(arrays: &Allocated<'py>) -> Result<Self, Failure> {
        Ok(Borrowed {
            observations: borrow(&arrays.0)?,
            legal: borrow(&arrays.1)?,
            rewards: borrow(&arrays.2)?,
            terminations: borrow(&arrays.3)?,
            acted: borrow(&arrays.4)?,
            to_move: borrow(&arrays.5)?,
        })
    }

    /// The arrays as slices.
    fn slices(&mut self) -> Result<Arrays<'_>, Failure> {
        let wrong = |_| Failure::Usage("the arrays of a step are contiguous".into());
        Ok(Arrays {
            observations: self.observations.as_slice_mut().map_err(wrong)?,
            legal: self.legal.as_slice_mut().map_err(wrong)?,
            rewards: self.rewards.as_slice_mut().map_err(wrong)?,
            terminations: self.terminations.as_slice_mut().map_err(wrong)?,
            acted: self.acted.as_slice_mut().map_err(wrong)?,
            to_move: self.to_move.as_slice_mut().map_err(wrong)?,
        })
    }
}

/// Splits the first elements off a slice.
fn take<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, after) = std::mem::take(rest).split_at_mut(count);
    *rest = after;
    first
}

impl Batch {
    /// Runs `work` on every chunk with its part of the arrays, on all cores.
    fn each_chunk(
        &mut self,
        mut arrays: Arrays<'_>,
        work: impl Fn(&mut dyn AnyBatch, usize, &mut Arrays<'_>) + Sync,
    ) -> Result<(), Failure> {
        let (count, length) = (arrays.to_move.len(), self.spaces.observation_len());
        let mut parts = Vec::with_capacity(self.chunks.len());
        for (number, chunk) in self.chunks.iter_mut().enumerate() {
            let start = number * CHUNK;
            let size = CHUNK.min(count - start);
            let part = Arrays {
                observations: take(&mut arrays.observations, size * length),
                legal: take(&mut arrays.legal, size * self.spaces.actions),
                rewards: take(&mut arrays.rewards, size),
                terminations: take(&mut arrays.terminations, size),
                acted: take(&mut arrays.acted, size),
                to_move: take(&mut arrays.to_move, size),
            };
            parts.push((chunk, start, part));
        }
        if let [(chunk, start, part)] = &mut parts[..] {
            work(&mut ***chunk, *start, part);
            return Ok(());
        }
        let all = parts.into_par_iter();
        pool()?.install(|| {
            all.for_each(|(chunk, start, mut part)| work(&mut **chunk, start, &mut part));
        });
        Ok(())
    }

    fn check_actions(&self, actions: &[i64], count: usize) -> Result<(), Failure> {
        if actions.len() != count {
            let found = actions.len();
            return Err(Failure::Usage(format!(
                "there are {count} environments, so a step takes {count} actions, not {found}"
            )));
        }
        let illegal = |number: usize, chunk: &dyn AnyBatch| {
            let start = number * CHUNK;
            let own = &actions[start..count.min(start + CHUNK)];
            chunk.first_illegal(own).map(|index| start + index)
        };
        // A single chunk is faster to check than to hand over.
        let found = match &self.chunks[..] {
            [one] => illegal(0, &**one),
            all => pool()?.install(|| {
                let numbered = all.par_iter().enumerate();
                numbered.find_map_first(|(number, chunk)| illegal(number, &**chunk))
            }),
        };
        match found {
            None => Ok(()),
            Some(index) => Err(Failure::Move(format!(
                "action {} of environment {index} is not legal: legal_actions[{index}] marks those \
                 that are",
                actions[index]
            ))),
        }
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, num_envs, **setup))]
    fn new(game: &str, num_envs: usize, setup: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        guarded(|| {
            let kit = game_of(game)?;
            let options = options_of(setup)?;
            let environment = environment_of(kit)?;
            let spaces = environment.spaces(&options)?;
            let row = spaces.observation_len() + spaces.actions;
            let most = MAX_BYTES / row;
            if num_envs == 0 || num_envs > most {
                return Err(Failure::Usage(format!(
                    "num_envs cannot be {num_envs}: it is a number from 1 to {most}"
                )));
            }
            let chunks = (0..num_envs).step_by(CHUNK).map(|start| {
                environment.batch(&options, start as u64, CHUNK.min(num_envs - start))
            });
            Ok(Batch { spaces, chunks: chunks.collect::<Result<_, _>>()? })
        })
    }

    /// The number of actions.
    #[getter]
    fn actions(&self) -> usize {
        self.spaces.actions
    }

    /// The shape of an observation.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.spaces.shape.clone()
    }

    /// The names of an observation's planes.
    #[getter]
    fn planes(&self) -> Vec<&'static str> {
        self.spaces.planes.to_vec()
    }

    /// Starts new matches in all environments.
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>, arrays: Allocated<'_>) -> PyResult<()> {
        let mut borrowed = Borrowed::new(&arrays)?;
        let slices = borrowed.slices()?;
        py.detach(|| guarded(|| self.each_chunk(slices, |chunk, _, part| chunk.reset(seed, part))))
    }

    /// Takes one action in each environment; an illegal one raises an error and changes nothing.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        arrays: Allocated<'_>,
    ) -> PyResult<()> {
        let mut borrowed = Borrowed::new(&arrays)?;
        let slices = borrowed.slices()?;
        let actions = actions
            .as_slice()
            .map_err(|_| Failure::Usage("actions are contiguous in memory".into()))?;
        py.detach(|| {
            guarded(|| {
                self.check_actions(actions, slices.to_move.len())?;
                self.each_chunk(slices, |chunk, start, part| {
                    chunk.step(&actions[start..start + part.to_move.len()], part);
                })
            })
        })
    }

    /// Writes a random legal action for each environment.
    fn sample(&mut self, py: Python<'_>, actions: &Bound<'_, PyArray1<i64>>) -> PyResult<()> {
        let mut borrowed =
            actions.try_readwrite().map_err(|error| Failure::Python(error.into()))?;
        let actions = borrowed
            .as_slice_mut()
            .map_err(|_| Failure::Usage("actions are contiguous in memory".into()))?;
        py.detach(|| {
            guarded(|| {
                if let [one] = &mut self.chunks[..] {
                    one.sample(actions);
                    return Ok(());
                }
                let chunks = self.chunks.par_iter_mut().zip(actions.par_chunks_mut(CHUNK));
                pool()?.install(|| chunks.for_each(|(chunk, actions)| chunk.sample(actions)));
                Ok(())
            })
        })
    }
}
