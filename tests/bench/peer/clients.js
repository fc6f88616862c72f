// Plays tables of four clients, each told of every move by a socket of its own.
// Arguments: port, tables, hands of a match, seconds of the warm-up, seconds of the measurement.
// Prints `ready` after the warm-up, and the figures as JSON at the end.
const { Client, LobbyClient } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { SEATS, game, mayPlay } = require("./game");

const [port, tables, hands, warmUp, seconds] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
const rules = game(hands);
const lobby = new LobbyClient({ server });
const now = () => performance.now() / 1000;
let commands = [];
let playing = true;

// Seats join one after the other. If two join at once, the server loses the credentials of one.
async function seated(matchID) {
  const multiplayer = SocketIO({ server, socketOpts: { transports: ["websocket"], forceNew: true } });
  const clients = [];
  for (const playerID of [...Array(SEATS).keys()].map(String)) {
    const { playerCredentials: credentials } = await lobby.joinMatch(rules.name, matchID, { playerID, playerName: playerID });
    clients.push(Client({ game: rules, numPlayers: SEATS, multiplayer, matchID, playerID, credentials, debug: false }));
  }
  return clients;
}

function told(client) {
  return new Promise((resolve) => {
    client.subscribe((state) => state !== null && resolve());
    client.start();
  });
}

// Lets a client move whenever it is told that it is to move. Calls `over` at the end of the match.
function follow(client, over) {
  let movedAt = -1;
  let sent = null;
  client.subscribe((state) => {
    if (state._stateID <= movedAt) return;
    if (sent !== null) commands.push([sent, now()]);
    sent = null;
    if (state.ctx.gameover !== undefined) return over();
    if (!playing || state.ctx.currentPlayer !== client.playerID) return;
    const hand = state.G.players[client.playerID];
    movedAt = state._stateID;
    sent = now();
    client.moves.play(hand.find((card) => mayPlay(hand, state.G.trick, card)));
  });
}

async function table() {
  while (playing) {
    const { matchID } = await lobby.createMatch(rules.name, { numPlayers: SEATS });
    const clients = await seated(matchID);
    // Nobody moves before all are connected, because the server does not repeat a move for those who come later.
    await Promise.all(clients.map(told));
    await new Promise((resolve) => clients.forEach((client) => follow(client, resolve)));
    clients.forEach((client) => client.stop());
  }
}

for (let each = 0; each < tables; each += 1) table();
setTimeout(() => {
  console.log("ready");
  commands = [];
  const began = now();
  const before = process.cpuUsage();
  setTimeout(() => {
    playing = false;
    const used = process.cpuUsage(before);
    const figures = { commands, seconds: now() - began, clients: (used.user + used.system) / 1e6 };
    process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit());
  }, seconds * 1000);
}, warmUp * 1000);
