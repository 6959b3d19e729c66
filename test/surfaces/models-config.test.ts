import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CONFIG_SCHEMA_FILE, configSchema } from '../../scripts/config-schema.ts';
import { DOCTOR_TEXTS } from '../../src/commands/doctor-texts.ts';
import { NEXT_STEPS } from '../../src/models/index.ts';
import { ROOT } from '../architecture/source-files.ts';
import { verifies } from '../requirements/verifies.ts';
import { homes, keelson } from '../support/keelson-home.ts';

const { newHome, removeAll } = homes();
afterEach(removeAll);

describe('the configuration file of the whole program', () => {
  it('has a schema for editors that is up to date', verifies('KEL-SETTINGS-05'), () => {
    expect(readFileSync(join(ROOT, CONFIG_SCHEMA_FILE), 'utf8')).toBe(configSchema());
    expect(Object.keys((JSON.parse(configSchema()) as { properties: object }).properties)).toEqual(['$schema', 'models', 'tools', 'oversight', 'runs', 'memory', 'artifacts', 'schedules']);
  });

  it('is read by `keelson models` and by the doctor alike', verifies('KEL-SETTINGS-11', 'KEL-SETTINGS-12'), async () => {
    const home = newHome();
    writeFileSync(join(home, 'keelson.config.json'), JSON.stringify({ models: { providers: { ollama: { base_url: 'http://127.0.0.1:1' } }, cloud: 'forbid' } }));
    const listed = await keelson(home, 'models');
    expect(listed).toMatchObject({ status: 1, stderr: '' });
    expect(listed.stdout.replaceAll(/\s+/g, ' ')).toContain('ollama (local) at http://127.0.0.1:1, no key: not reachable: nothing answers there');
    const { checks } = JSON.parse((await keelson(home, 'doctor --json')).stdout) as { checks: { id: string; status: string; found: string; how_to_get: string }[] };
    const models = checks.find((one) => one.id === 'models');
    expect(models).toMatchObject({ status: 'limited', found: 'ollama at http://127.0.0.1:1: nothing answers there', how_to_get: expect.stringContaining('`keelson models`') as unknown });
  });

  it('is not needed: with nothing at all the doctor gives the same three shortest ways to a model', verifies('KEL-SETTINGS-12'), () => {
    expect(NEXT_STEPS).toHaveLength(3);
    for (const step of NEXT_STEPS) expect(DOCTOR_TEXTS.models.means.absent).toContain(step);
  });
});
