use ennead_kit::Games;
static GAMES: Games = Games::new(&[&ennead_ttt::GAME, &ennead_nested::GAME, &ennead_schotten::GAME, &ennead_connect::GAME]);
#[unsafe(no_mangle)]
pub extern "C" fn x() -> usize { 
    let r: ennead_host::tools::AnalyseRequest = serde_json::from_str("{}").unwrap();
    let a = ennead_host::tools::analyse(GAMES, &r, ennead_search::Budget::nodes(5));
    serde_json::to_string(&ennead_host::tools::games(GAMES)).unwrap().len() + serde_json::to_string(&a.unwrap()).unwrap().len() }
