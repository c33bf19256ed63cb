# A whole game of tic-tac-toe with curl and nothing else. $URL is the server, as in
# http://127.0.0.1:9009.
set -eu

# Shows a call, makes it, and keeps what it answers in $answer.
call() {
  path=$1; shift
  echo "\$ curl \$URL$path" "$(printf "%s " "$@" | sed "s/Bearer [^ ]*/Bearer \$TOKEN/")" >&2
  answer=$(curl --silent --show-error --fail-with-body "$URL$path" "$@")
}

# The text under a key of the answer.
text() { printf "%s\n" "$answer" | sed "s/.*\"$1\":\"\([^\"]*\)\".*/\1/"; }

# X makes a match and leaves the other seat open. The token is the right to play X.
call /api/matches --data '{"game": "ttt", "seats": ["person", "open"]}'
match=/api/matches/$(text id)
x=$(text token)

# A friend who has the link takes the open seat.
call "$match/join" --data '{}'
o=$(text token)

# Each move says at which ply it is made, so that it is never played twice.
play() {
  call "$match/play" --header "Authorization: Bearer $1" \
    --data "{\"ply\": $2, \"move\": \"$3\"}"
}
play "$x" 0 5
play "$o" 1 1
play "$x" 2 3
play "$o" 3 7
play "$x" 4 4
play "$o" 5 6
play "$x" 6 2
play "$o" 7 8
play "$x" 8 9

# Everybody may see how it ended, and have the record.
call "$match"
echo "outcome: $(text outcome)"
echo "end: $(text end)"
call "$match/record"
echo "record: $(text hex)"

# A match that is over takes no more moves.
if play "$o" 9 1; then exit 1; fi
echo "refused: $(text code)"
