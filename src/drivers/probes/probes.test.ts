import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { modelsHere, NO_OLLAMA } from '../../../test/support/models-here.ts';
import { listModels } from '../../commands/index.ts';
import type { ModelsReport, SandboxBackend } from '../../contracts/index.ts';
import type { SandboxDriver } from '../../tools/index.ts';
import { modelsProbe } from './models.ts';
import { nodeProbe } from './node.ts';
import { firstLine, runProgram } from './run-program.ts';
import { sandboxProbe } from './sandbox.ts';
import { POSTGRES_GREETING, REDIS_GREETING, serviceProbe } from './service.ts';
import { sqliteProbe } from './sqlite.ts';

const { signal } = new AbortController();
let server: Server;
let port: number;

beforeAll(async () => {
  const answers: Readonly<Record<string, unknown>> = { '/api/tags': { models: [{ name: 'tiny:1b' }] }, '/v1/models': { data: [{ id: 'own-a' }, { id: 'own-b' }] } };
  server = createServer(({ url = '' }, response) => response.writeHead(answers[url] === undefined ? 404 : 200).end(JSON.stringify(answers[url])));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

describe('nodeProbe', () => {
  it('wants Node 24 or later', verifies('KEL-DOCTOR-03'), async () => {
    expect(nodeProbe('24.0.0', 'linux x64').id).toBe('node');
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

  it('tells what each driver found, and stops at the first that works', verifies('KEL-DOCTOR-03', 'KEL-SBX-09'), async () => {
    const held = { filesystem: true, network: true, processes: true, system_calls: true, memory_limit: true, process_limit: true, cpu_limit: true };
    const driver = (backend: SandboxBackend, isUsable: boolean, isolation = held): SandboxDriver => ({ backend, probe: () => Promise.resolve({ isUsable, detail: isUsable ? 'works' : 'is missing', isolation }), create: () => expect.fail() });
    expect(await sandboxProbe([driver('bubblewrap', true), driver('unshare', true)]).run(signal)).toEqual({ status: 'ok', found: 'bubblewrap: works' });
    expect(await sandboxProbe([driver('bubblewrap', true, { ...held, process_limit: false })]).run(signal)).toEqual({ status: 'limited', found: 'bubblewrap: works' });
    expect(await sandboxProbe([driver('bubblewrap', false), driver('unshare', true)]).run(signal)).toEqual({ status: 'limited', found: 'bubblewrap: is missing; unshare: works' });
    expect(await sandboxProbe([driver('bubblewrap', false), driver('none', true)]).run(signal)).toEqual({ status: 'absent', found: 'bubblewrap: is missing' });
  });
});

describe('serviceProbe', () => {
  const options = {
    id: 'redis',
    name: 'Redis',
    urlVariable: 'KEELSON_REDIS_URL',
    schemes: ['redis:'],
    greeting: REDIS_GREETING,
    defaultPort: 6379,
    program: 'no-such-program-anywhere',
  } as const;

  /** A server that gives one answer to whatever it is told, or hangs up. */
  async function answering(answer: string | undefined, greeting = REDIS_GREETING): Promise<{ status: string; found: string; heard: string }> {
    let heard = '';
    const service = createTcpServer((socket) => {
      socket.on('data', (data) => {
        heard += data.toString('latin1');
        socket.end(answer ?? '');
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const at = (service.address() as AddressInfo).port;
    const finding = await serviceProbe({ ...options, greeting, url: `redis://127.0.0.1:${at}` }).run(signal);
    service.close();
    return { status: finding.status, found: finding.found.replace(String(at), 'PORT'), heard };
  }

  it('speaks the protocol of the service at the configured address', verifies('KEL-DOCTOR-03'), async () => {
    const ok = { status: 'ok', found: 'Redis answers at 127.0.0.1:PORT' };
    expect(await answering('+PONG\r\n')).toEqual({ ...ok, heard: 'PING\r\n' });
    expect(await answering('-NOAUTH Authentication required.\r\n')).toMatchObject(ok);
    expect(await answering('N', POSTGRES_GREETING)).toEqual({ ...ok, heard: '\0\0\0\b\u0004\u00d2\u0016\u002f' });
  });

  it('is not taken in by something else that listens there', verifies('KEL-DOCTOR-03'), async () => {
    const limited = (why: string) => ({ status: 'limited', found: `no Redis answers at 127.0.0.1:PORT (${why})` });
    expect(await answering('HTTP/1.1 400 Bad Request\r\n')).toMatchObject(limited('something else speaks there'));
    expect(await answering(undefined)).toMatchObject(limited('it hangs up'));
  });

  it('says when nothing answers, when the address is none, and when none is set', verifies('KEL-DOCTOR-03'), async () => {
    expect(await serviceProbe({ ...options, url: 'redis://127.0.0.1:1' }).run(signal)).toEqual({
      status: 'limited',
      found: 'no Redis answers at 127.0.0.1:1 (ECONNREFUSED)',
    });
    for (const url of ['nonsense', 'redis:///tmp', 'http://127.0.0.1:1']) {
      expect(await serviceProbe({ ...options, url }).run(signal)).toEqual({
        status: 'limited',
        found: 'KEELSON_REDIS_URL is not an address of the form redis://host:port',
      });
    }
    expect(await serviceProbe({ ...options, url: undefined }).run(signal)).toEqual({
      status: 'absent',
      found: 'KEELSON_REDIS_URL is not set; no no-such-program-anywhere on this machine',
    });
  });
});

describe('modelsProbe', () => {
  const probe = (environment: Record<string, string>, models?: unknown) => {
    const ports = modelsHere(environment, models);
    return modelsProbe((limit) => listModels(ports, { check: false, signal: limit }));
  };

  it('says where it looked when there is nothing', verifies('KEL-DOCTOR-04'), async () => {
    const nothing: ModelsReport = { ...(await listModels(modelsHere(NO_OLLAMA), { check: false, signal })), providers: [] };
    expect(await modelsProbe(async () => nothing).run(signal)).toEqual({ status: 'absent', found: `looked for ${nothing.looked_for.join('; ')}` });
    expect(nothing.looked_for.join()).toMatch(/OPENAI_API_KEY.*KEELSON_BASE_URL.*OLLAMA_HOST/);
  });

  it('names configured providers and never the keys', verifies('KEL-DOCTOR-04'), async () => {
    const { id, run } = probe({ ...NO_OLLAMA, OPENAI_API_KEY: 'sk-very-secret', ANTHROPIC_API_KEY: 'also-secret' });
    expect({ id, ...(await run(signal)) }).toEqual({
      id: 'models',
      status: 'ok',
      found: 'anthropic/claude-sonnet-5-5 is asked first; openai has a key for 4 models (not tried); anthropic has a key for 3 models (not tried); ollama at http://127.0.0.1:1: nothing answers there',
    });
  });

  it('is not content with a first model that cannot be used, nor with a wrong address', verifies('KEL-SETTINGS-14', 'KEL-SETTINGS-13'), async () => {
    const own = { OLLAMA_HOST: `127.0.0.1:${port}`, KEELSON_BASE_URL: `http://127.0.0.1:${port}/v1` };
    expect(await probe({ ...own, KEELSON_MODEL: 'nope' }).run(signal)).toEqual({
      status: 'limited',
      found: `nope would be asked first and cannot be used; ollama answers at http://127.0.0.1:${port} with 1 model; custom answers at http://127.0.0.1:${port}/v1 with 2 models; KEELSON_MODEL is nope, but it cannot be used: custom does not list it. Name one that can be used, such as tiny:1b or own-a or own-b`,
    });
    expect(await probe({ ...own, KEELSON_MODEL: 'custom/own-b' }).run(signal)).toMatchObject({ status: 'ok', found: expect.stringMatching(/^own-b is asked first; /) as unknown });
    expect(await probe({ ...NO_OLLAMA, KEELSON_BASE_URL: `http://127.0.0.1:${port}` }).run(signal)).toMatchObject({
      status: 'limited',
      found: expect.stringContaining(`custom at http://127.0.0.1:${port}: it has no list of models there (status 404); does the address need /v1?`) as unknown,
    });
  });

  it('finds a running Ollama or another server by asking it', verifies('KEL-DOCTOR-04'), async () => {
    expect(await probe({ OLLAMA_HOST: `127.0.0.1:${port}` }).run(signal)).toEqual({ status: 'ok', found: `tiny:1b is asked first; ollama answers at http://127.0.0.1:${port} with 1 model` });
    expect(await probe(NO_OLLAMA).run(signal)).toEqual({ status: 'limited', found: 'ollama at http://127.0.0.1:1: nothing answers there' });
    expect(await probe({ ...NO_OLLAMA, KEELSON_BASE_URL: `http://127.0.0.1:${port}/v1` }).run(signal)).toEqual({
      status: 'ok',
      found: `own-a is asked first; ollama at http://127.0.0.1:1: nothing answers there; custom answers at http://127.0.0.1:${port}/v1 with 2 models`,
    });
    expect(await probe({ OLLAMA_HOST: `127.0.0.1:${port}`, KEELSON_MODEL: 'a b' }).run(signal)).toMatchObject({ status: 'limited', found: expect.stringMatching(/^no model is chosen; .*; KEELSON_MODEL is not/) as unknown });
    expect(await probe({ ...NO_OLLAMA, KEELSON_BASE_URL: 'https://llm.invalid/v1' }).run(signal)).toMatchObject({ status: 'limited', found: expect.stringContaining('custom at https://llm.invalid/v1 with 0 models (not tried: it is asked with --check)') as unknown });
    expect(await probe({ OLLAMA_HOST: '127.0.0.1:1', KEELSON_BASE_URL: 'nonsense' }).run(signal)).toMatchObject({ status: 'limited', found: expect.stringContaining('KEELSON_BASE_URL is not an address') as unknown });
  });

  it('says what is wrong with the settings', verifies('KEL-DOCTOR-04'), async () => {
    expect(await probe(NO_OLLAMA, { clud: 'forbid' }).run(signal)).toEqual({ status: 'limited', found: '/home/ada/keelson.config.json cannot be used: models.clud: unknown; did you mean "cloud"?' });
    await expect(modelsProbe(() => Promise.reject(new TypeError('no'))).run(signal)).rejects.toThrow('no');
  });
});

describe('runProgram', () => {
  it('gives the output of a program that works', verifies('KEL-DOCTOR-03'), async () => {
    expect(await runProgram(process.execPath, ['-e', 'console.log("one\\ntwo")'], signal)).toEqual({ exitCode: 0, output: 'one\ntwo', missing: false });
    expect(firstLine('one\ntwo')).toBe('one');
  });

  it('tells a program that fails from one that is not there', verifies('KEL-DOCTOR-03'), async () => {
    expect(await runProgram(process.execPath, ['-e', 'console.error("why"); process.exit(3)'], signal)).toEqual({ exitCode: 3, output: 'why', missing: false });
    const silent = await runProgram(process.execPath, ['-e', 'process.exit(3)'], signal);
    expect(silent.output).toContain('Command failed');
    expect(await runProgram('no-such-program-anywhere', [], signal)).toMatchObject({ exitCode: null, missing: true });
  });
});
