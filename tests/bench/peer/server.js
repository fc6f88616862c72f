// Serves the game and stores its matches in PostgreSQL.
// Arguments: port, folder of the socket of PostgreSQL, user, database, hands of a match.
const { Server } = require("boardgame.io/server");
const { PostgresStore } = require("bgio-postgres");
const { game } = require("./game");

const [port, host, username, database, hands] = process.argv.slice(2);
const db = new PostgresStore({ host, username, database, logging: false });
Server({ games: [game(Number(hands))], db, origins: [/127\.0\.0\.1/] }).run(Number(port), () => console.log("ready"));
