import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { modelsProbe } from './models.ts';
import { nodeProbe } from './node.ts';
import { firstLine, runProgram } from './run-program.ts';
import { sandboxProbe } from './sandbox.ts';
import { serviceProbe } from './service.ts';
import { sqliteProbe } from './sqlite.ts';

const { signal } = new AbortController();
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => response.writeHead(request.url === '/api/version' ? 200 : 404).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

describe('nodeProbe', () => {
  it('wants Node 24 or later', verifies('KEL-DOCTOR-03'), async () => {
    expect(await nodeProbe('24.0.0', 'linux x64').run(signal)).toEqual({ status: 'ok', found: 'Node 24.0.0 on linux x64' });
    expect(await nodeProbe('23.11.0', 'linux x64').run(signal)).toMatchObject({ status: 'absent' });
  });
});

describe('sqliteProbe', () => {
  it('tries the features on a real database', verifies('KEL-DOCTOR-03'), async () => {
    const finding = await sqliteProbe().run(signal);
    expect(finding.status).toBe('ok');
    expect(finding.found).toMatch(/^SQLite 3\.\d+\.\d+ with FTS5, trigram, JSON$/);
  });
});

describe('sandboxProbe', () => {
  it('reports what really starts here', verifies('KEL-DOCTOR-03'), async () => {
    const finding = await sandboxProbe().run(signal);
    expect(['ok', 'limited', 'absent']).toContain(finding.status);
    expect(finding.found).toMatch(/bubblewrap/);
  });
});

describe('serviceProbe', () => {
  const options = { id: 'redis', name: 'Redis', urlVariable: 'KEELSON_REDIS_URL', defaultPort: 6379, program: 'no-such-program-anywhere' } as const;

  it('connects to the configured address', verifies('KEL-DOCTOR-03'), async () => {
    expect(await serviceProbe({ ...options, url: `redis://127.0.0.1:${port}` }).run(signal)).toEqual({
      status: 'ok',
      found: `Redis accepts connections at 127.0.0.1:${port}`,
    });
  });

  it('says when nothing answers, when the address is none, and when none is set', verifies('KEL-DOCTOR-03'), async () => {
    expect(await serviceProbe({ ...options, url: 'redis://127.0.0.1:1' }).run(signal)).toEqual({
      status: 'limited',
      found: '127.0.0.1:1 does not answer (ECONNREFUSED)',
    });
    for (const url of ['nonsense', 'redis:///tmp']) {
      expect(await serviceProbe({ ...options, url }).run(signal)).toEqual({
        status: 'limited',
        found: 'KEELSON_REDIS_URL is not an address of the form scheme://host:port',
      });
    }
    expect(await serviceProbe({ ...options, url: undefined }).run(signal)).toEqual({
      status: 'absent',
      found: 'KEELSON_REDIS_URL is not set; no no-such-program-anywhere on this machine',
    });
  });
});

describe('modelsProbe', () => {
  // An address where nothing listens, so that an Ollama on the developer's machine does not answer.
  const nowhere = { OLLAMA_HOST: '127.0.0.1:1' };

  it('says where it looked when there is nothing', verifies('KEL-DOCTOR-04'), async () => {
    expect(await modelsProbe({ OPENAI_API_KEY: '' }, 'http://127.0.0.1:1').run(signal)).toEqual({
      status: 'absent',
      found: 'looked for OPENAI_API_KEY, ANTHROPIC_API_KEY, OPENROUTER_API_KEY, KEELSON_BASE_URL and Ollama at http://127.0.0.1:1',
    });
  });

  it('names configured providers and never the keys', verifies('KEL-DOCTOR-04'), async () => {
    const finding = await modelsProbe({ ...nowhere, OPENAI_API_KEY: 'sk-very-secret', KEELSON_BASE_URL: 'http://x' }).run(signal);
    expect(finding).toEqual({ status: 'ok', found: 'OPENAI_API_KEY is set; KEELSON_BASE_URL is set' });
  });

  it('finds a running Ollama by asking it', verifies('KEL-DOCTOR-04'), async () => {
    expect(await modelsProbe({ OLLAMA_HOST: `127.0.0.1:${port}` }).run(signal)).toEqual({
      status: 'ok',
      found: `Ollama answers at http://127.0.0.1:${port}`,
    });
    expect(await modelsProbe(nowhere).run(signal)).toEqual({ status: 'limited', found: 'OLLAMA_HOST is set, but nothing answers there' });
  });
});

describe('runProgram', () => {
  it('gives the output of a program that works', verifies('KEL-DOCTOR-03'), async () => {
    expect(await runProgram(process.execPath, ['-e', 'console.log("one\\ntwo")'], signal)).toEqual({ exitCode: 0, output: 'one\ntwo', missing: false });
    expect(firstLine('one\ntwo')).toBe('one');
  });

  it('tells a program that fails from one that is not there', verifies('KEL-DOCTOR-03'), async () => {
    expect(await runProgram(process.execPath, ['-e', 'process.exit(3)'], signal)).toMatchObject({ exitCode: 3, missing: false });
    expect(await runProgram('no-such-program-anywhere', [], signal)).toMatchObject({ exitCode: null, missing: true });
  });
});
