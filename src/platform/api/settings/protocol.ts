/**
 * Which protocol a workload speaks at a port.
 */
import { type JsonObject, textAt } from '../document/json.ts';

const protocols: readonly string[] = ['http', 'http2', 'grpc', 'tcp'];

/** What the tag `svc/protocol` says (TAG-3); undefined where it is absent, or none of the four (`tag.otherValue`). */
export function taggedProtocol(tags: JsonObject, prefix: string): string | undefined {
  const written = textAt(tags, `${prefix}/protocol`);
  return written !== undefined && protocols.includes(written) ? written : undefined;
}

/**
 * The protocol of a port; undefined where nobody says it (TAG-3, `tag.protocol`).
 *
 *   tag grpc, port http     -> grpc; http with `tag.protocol: fieldWins`
 *   tag grpc, port silent   -> grpc
 *   tag GRPC, port http     -> http
 */
export function protocolOf(
  port: JsonObject,
  tags: JsonObject,
  prefix: string,
  wins: 'tagWins' | 'fieldWins',
): string | undefined {
  const [field, tag] = [textAt(port, 'protocol'), taggedProtocol(tags, prefix)];
  return wins === 'tagWins' ? (tag ?? field) : (field ?? tag);
}
