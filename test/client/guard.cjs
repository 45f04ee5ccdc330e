/**
 * Loaded before the client's own code: what it does beside talking to the server under test is not let happen.
 *
 * `ONLY` is the one `host:port` that it may reach; anything else ends it at once with code 99 and the address as its last words.
 * What the server has answered is written to the file `ASKED`, a line of JSON each.
 * `HURRY` divides its own waits of a second and more between two looks, so that a command that waits for minutes takes seconds.
 */
const { subscribe } = require('node:diagnostics_channel');
const { appendFileSync } = require('node:fs');
const { Socket } = require('node:net');

const { ONLY, ASKED, HURRY = '1' } = process.env;

const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  const [{ host = 'localhost', port }] = Array.isArray(args[0]) ? args[0] : args;
  const address = `${host}:${port}`;
  if (address === ONLY) return connect.apply(this, args);
  process.stderr.write(`reached for ${address}\n`);
  process.exit(99);
};

subscribe('http.client.response.finish', ({ request: { method, path }, response: { statusCode: status } }) => {
  appendFileSync(ASKED, `${JSON.stringify({ method, path, status })}\n`);
});

const later = globalThis.setTimeout;
const hurried = (work, wait, ...args) => later(work, wait >= 500 ? wait / Number(HURRY) : wait, ...args);
globalThis.setTimeout = Object.assign(hurried, later);
