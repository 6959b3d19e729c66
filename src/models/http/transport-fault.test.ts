import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { isHangUp, transportFault } from './transport-fault.ts';

const coded = (code: string): Error => Object.assign(new Error('connect to https://key@host/?key=secret failed'), { code });
const seen = (error: unknown): unknown[] => {
  const { fault, message, cause } = transportFault(error, 'models.example');
  return [fault, message, cause];
};

describe('a transport error', () => {
  it.each([
    ['connection_refused', ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ENOENT']],
    ['address_unknown', ['ENOTFOUND', 'EAI_AGAIN']],
    ['connect_timeout', ['ETIMEDOUT']],
    ['connection_reset', ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'EMFILE', 'ANYTHING', '']],
    ['tls', ['EPROTO', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER', 'CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'HOSTNAME_MISMATCH']],
    ['too_large', ['HPE_HEADER_OVERFLOW', 'HPE_CHUNK_EXTENSIONS_OVERFLOW']],
    ['truncated', ['Z_BUF_ERROR']],
    ['bad_request', ['ERR_INVALID_CHAR', 'ERR_UNESCAPED_CHARACTERS']],
    ['garbage', ['HPE_INVALID_CONSTANT', 'Z_DATA_ERROR', 'ERR_BROTLI_DECODER_ERROR_FORMAT', 'ERR__ERROR_FORMAT_CL_SPACE', 'ZSTD_error_prefix_unknown']],
  ])('means %s', verifies('KEL-HTTP-07'), (fault, codes) => {
    expect(codes.map((code) => transportFault(coded(code), 'models.example').fault)).toEqual(codes.map(() => fault));
  });

  it('of several addresses is that of the first', verifies('KEL-HTTP-07'), () => {
    expect(transportFault(new AggregateError([coded('ECONNREFUSED'), coded('ETIMEDOUT')]), 'h').fault).toBe('connection_refused');
    expect([new AggregateError([]), 'a text', null].map((error) => transportFault(error, 'h').fault)).toEqual(['connection_reset', 'connection_reset', 'connection_reset']);
  });

  it('is told by the host and its code, and by nothing of what was sent', verifies('KEL-HTTP-08'), () => {
    expect([coded('ECONNREFUSED'), coded('ECONNRESET'), coded('HPE_INVALID_METHOD'), new Error('sk-secret')].map(seen)).toEqual([
      ['connection_refused', 'nothing answers at the address of the model (models.example, ECONNREFUSED)', undefined],
      ['connection_reset', 'the connection failed (models.example, ECONNRESET)', undefined],
      ['garbage', 'the answer is not HTTP, or not encoded as it says (models.example, HPE_INVALID_METHOD)', undefined],
      ['connection_reset', 'the connection failed (models.example)', undefined],
    ]);
  });

  it('is a hang-up only when the other side broke the connection', verifies('KEL-HTTP-06'), () => {
    expect(['ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ETIMEDOUT', ''].map((code) => isHangUp(coded(code)))).toEqual([true, true, false, false, false]);
  });
});
