"""A bot for every game: put your own ideas into `choose`.

ennead arena ttt --a random --b "engine:python3 bot.py" --games 10    plays in the arena
python3 bot.py http://localhost:9009 MATCH                            takes an open seat
"""
import json, random, sys
from urllib.request import Request, urlopen

def choose(offer):
    return random.choice(offer)

def arena():  # BOT-PROTOCOL.md
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "ennead":
            print("ennead 1 bot.py", flush=True)
        elif word == "options":
            offer = [f"option {number}" for number in range(int(rest[0]))]
        elif word == "moves":
            offer = [f"move {move}" for move in rest]
        elif word == "go":
            print(choose(offer), flush=True)

def server(address, match):  # PROTOCOL.md
    def call(path, data=None, token=""):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        body = None if data is None else json.dumps(data).encode()
        return json.load(urlopen(Request(f"{address}/api/matches/{match}{path}", body, headers)))

    token = call("/join", {"name": "bot.py"})["token"]
    state = call("", token=token)
    while state["state"] != "finished":
        if state["turn"] == state["you"] and state["options"]:
            option = choose([option["option"] for option in state["options"]])
            state = call("/play", {"ply": state["ply"], "options": [option]}, token)
        else:
            state = call(f"?after={state['ply']}&wait=20", token=token)
    print("outcome:", state["outcome"])

server(*sys.argv[1:]) if len(sys.argv) == 3 else arena()
