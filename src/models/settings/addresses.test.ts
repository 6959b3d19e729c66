import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { locationOf } from './host-location.ts';
import { nearestName } from './nearest-name.ts';
import { ollamaAddress } from './ollama-address.ts';

describe('where an address leads', () => {
  it('is this machine or its network only when that is certain', verifies('KEL-SETTINGS-04'), () => {
    const local = ['127.0.0.1', '127.9.9.9', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.1.1', '[::1]', '[fd00::1]', '[fe80::1]', '[::ffff:127.0.0.1]', 'localhost', 'LOCALHOST', 'box.local', 'a.localhost'];
    const cloud = ['8.8.8.8', '172.32.0.1', '172.15.0.1', '11.0.0.1', '192.169.0.1', '[2001:db8::1]', 'api.openai.com', 'local', 'localhost.example.com', 'notlocal', '10.example.com', '100.64.0.1'];
    expect(local.filter((host) => locationOf(`http://${host}:8000/v1`) !== 'local')).toEqual([]);
    expect(cloud.filter((host) => locationOf(`https://${host}/v1`) !== 'cloud')).toEqual([]);
    expect(locationOf('nonsense')).toBe('cloud');
  });
});

describe('OLLAMA_HOST', () => {
  it.each([
    [undefined, 'http://127.0.0.1:11434'],
    ['localhost', 'http://localhost:11434'],
    ['box:8080', 'http://box:8080'],
    [':8080', 'http://127.0.0.1:8080'],
    ['0.0.0.0', 'http://127.0.0.1:11434'],
    ['0.0.0.0:9', 'http://127.0.0.1:9'],
    ['[::]:9', 'http://127.0.0.1:9'],
    ['https://ollama.example.com', 'https://ollama.example.com'],
    ['http://host/below/', 'http://host/below/'],
    ['ftp://host', undefined],
    ['http://user:password@host', undefined],
    ['a b', undefined],
  ])('is read as Ollama reads it: %s', verifies('KEL-SETTINGS-04'), (host, address) => {
    expect(ollamaAddress(host)).toBe(address);
  });
});

describe('the nearest name', () => {
  it('is the one that was probably meant, and none when nothing is close', verifies('KEL-SETTINGS-05'), () => {
    const known = ['format', 'base_url', 'keys', 'key_limits', 'headers'];
    expect(['baseUrl', 'base-url', 'formt', 'KEYS', 'header', 'kye', 'zzz', ''].map((word) => nearestName(word, known))).toEqual(['base_url', 'base_url', 'format', 'keys', 'headers', 'keys', undefined, undefined]);
    expect(nearestName('x', [])).toBeUndefined();
  });
});
