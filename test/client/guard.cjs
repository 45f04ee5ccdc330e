/**
 * Loaded before the client's own code: what it does beside talking to the server under test is not let happen.
 *
 * `ONLY` is the one `host:port` that it may reach; anything else ends it at once with code 99 and the address as its last words.
 * `HURRY` divides its own waits of a second and more between two looks, so that a command that waits for minutes takes seconds.
 */
const { Socket } = require('node:net');

const { ONLY, HURRY = '1' } = process.env;

const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  const [{ host = 'localhost', port }] = Array.isArray(args[0]) ? args[0] : args;
  const address = `${host}:${port}`;
  if (address === ONLY) return connect.apply(this, args);
  process.stderr.write(`reached for ${address}\n`);
  process.exit(99);
};

const later = globalThis.setTimeout;
const hurried = (work, wait, ...args) => later(work, wait >= 500 ? wait / Number(HURRY) : wait, ...args);
globalThis.setTimeout = Object.assign(hurried, later);
