// Written by tests/client/write_client.py: change the contract and run that, not this file.

/** The version of the contract that this client speaks. */
export const CONTRACT = "0.1.0";
/** The operations that accept an idempotency key. */
export const KEYED: ReadonlySet<string> = new Set([
  "POST /v1/board-matches",
  "POST /v1/invitations/{code}/accept",
  "POST /v1/leagues",
  "POST /v1/leagues/{league_id}/commands",
  "POST /v1/reports",
  "POST /v1/seeks",
  "POST /v1/series",
  "POST /v1/series/{series_id}/commands",
  "POST /v1/tables",
  "POST /v1/tables/{table_id}/commands",
  "POST /v1/tables/{table_id}/messages/{room}",
  "POST /v1/tournaments",
  "POST /v1/tournaments/{tournament_id}/commands",
]);
