/** The first lines of a request: what it is about, and by which name it calls the server. */
import type { IncomingMessage } from 'node:http';
import type { RequestError } from './answer.ts';
import type { ServedAddress } from './place.ts';

/** The target and the host (in lower case) of a request, or the error if they are invalid. */
export function addressOf(request: IncomingMessage): ServedAddress | RequestError {
  const { url: target = '' } = request;
  if (!isTarget(target))
    return invalid(`the request target must be a path such as /org/acme, without backslashes; found '${target}'`);
  const given = hostOf(request);
  if (given === null) return invalid('an HTTP/1.1 request needs a Host header');
  const host = given.toLowerCase().replace(/:$/, '');
  return isHost(host)
    ? { target, host }
    : invalid(`the Host header must be a host name, optionally with a port; found '${given}'`);
}

/** What the header says; a client of HTTP/1.0 need not say it, and calls whom it has come to. Null: it had to. */
function hostOf({ headers, httpVersion, socket }: IncomingMessage): string | null {
  if (headers.host !== undefined && headers.host !== '') return headers.host;
  if (httpVersion !== '1.0') return null;
  const { localAddress = 'localhost', localPort = 80 } = socket;
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/** `localhost:8080`; of numbers only such as are written in the usual way, so that each host has one name. */
function isHost(host: string): boolean {
  return URL.canParse(`http://${host}/`) && new URL(`http://${host}/`).hostname === host.replace(/:\d+$/, '');
}

/** A path, with the address of the server before it or not. */
function isTarget(target: string): boolean {
  const [path = ''] = target.split('?');
  const whole = target.startsWith('/') ? `http://localhost${target}` : target;
  return /^(\/|https?:\/\/)/.test(target) && !path.includes('\\') && URL.canParse(whole);
}

function invalid(message: string): RequestError {
  return { status: 400, code: 'INVALID', message };
}
