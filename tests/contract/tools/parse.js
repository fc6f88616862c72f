// Parses a file as YAML 1.2 and prints it as JSON, or prints what is wrong with it.
const { readFileSync } = require("node:fs");
const { parseAllDocuments } = require("yaml");

const documents = parseAllDocuments(readFileSync(process.argv[2], "utf-8"), { version: "1.2", strict: true });
const wrong = documents.flatMap((document) => [...document.errors, ...document.warnings]);
if (wrong.length || documents.length !== 1) {
  console.error(wrong.map(String).join("\n") || `${documents.length} documents`);
  process.exit(1);
}
process.stdout.write(JSON.stringify(documents[0].toJS()));
