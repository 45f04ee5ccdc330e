import { describe, expect, it } from 'vitest';
import { protocolOf, taggedProtocol } from '../../../../src/platform/api/settings/protocol.ts';

describe('TAG-3: the protocol of a port, by itself and by the tag of its workload', () => {
  it.each<[object, object, 'tagWins' | 'fieldWins', string | undefined, string]>([
    [{ 'svc/protocol': 'grpc' }, { protocol: 'http' }, 'tagWins', 'grpc', 'the tag is an override'],
    [{ 'svc/protocol': 'grpc' }, { protocol: 'http' }, 'fieldWins', 'http', 'its successor is'],
    [{ 'svc/protocol': 'tcp' }, {}, 'fieldWins', 'tcp', 'the port says nothing'],
    [{}, { protocol: 'http2' }, 'tagWins', 'http2', 'there is no tag'],
    [{ 'svc/protocol': 'GRPC' }, { protocol: 'http' }, 'tagWins', 'http', 'the tag says none of the four'],
    [{ 'cpln/protocol': 'grpc' }, { protocol: 'http' }, 'tagWins', 'http', 'the tag has another prefix'],
    [{}, {}, 'tagWins', undefined, 'nobody says it'],
  ])('%j, %j, %s: %s, as %s', (tags, port, wins, protocol) => {
    expect(protocolOf({ ...port }, { ...tags }, 'svc', wins)).toBe(protocol);
  });

  it('RES-6: the tag alone, by the prefix of the installation', () => {
    expect(taggedProtocol({ 'cpln/protocol': 'grpc' }, 'cpln')).toBe('grpc');
    expect(taggedProtocol({ 'svc/protocol': '' }, 'svc')).toBeUndefined();
  });
});
