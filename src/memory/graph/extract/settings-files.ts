import { basename } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import { wordOf, wordsOf, type FactRule, type Triplet } from './rule.ts';
import { folderOf } from './version-files.ts';

const COMPOSE = new Set(['docker-compose.yml', 'docker-compose.yaml', 'compose.yml', 'compose.yaml']);

/** Which services a folder starts, from which images, and what they wait for. */
export const composeFile: FactRule = {
  name: 'compose',
  matches: (fileName) => COMPOSE.has(fileName),
  read(text, path) {
    const services = Object.entries(recordOf(recordOf(yamlOf(text))['services']));
    if (services.length === 0) return undefined;
    const folder = folderOf(path);
    return {
      triplets: services.flatMap(([service, given]): Triplet[] => {
        const { image, ports, depends_on: waitsFor } = recordOf(given);
        const own = wordOf(image);
        const colon = own?.lastIndexOf(':') ?? -1;
        const isTagged = own !== undefined && colon > own.lastIndexOf('/');
        const others = Array.isArray(waitsFor) ? waitsFor.map(String) : Object.keys(recordOf(waitsFor));
        return [
          [folder, 'has_service', service],
          ...(own === undefined ? [] : [[service, 'runs_image', isTagged ? own.slice(0, colon) : own, isTagged ? own.slice(colon + 1) : undefined] as const]),
          ...(Array.isArray(ports) ? ports.filter((port) => typeof port === 'string' || typeof port === 'number').map((port): Triplet => [service, 'publishes_port', String(port)]) : []),
          ...others.map((other): Triplet => [service, 'waits_for', other]),
        ];
      }),
      whole: [[folder, 'has_service']],
    };
  },
};

/** The columns of a table. */
export const csvHeader: FactRule = {
  name: 'csv_header',
  matches: (fileName) => fileName.endsWith('.csv') || fileName.endsWith('.tsv'),
  read(text, path) {
    const end = text.indexOf('\n');
    const first = end === -1 ? text : text.slice(0, end);
    try {
      const [columns = []] = parseCsv(first, { delimiter: path.toLowerCase().endsWith('.tsv') ? '\t' : [',', ';'], to_line: 1, relax_column_count: true, bom: true }) as string[][];
      // A row of figures is no header.
      const names = columns.map((column) => column.trim());
      if (names.length < 2 || names.some((name) => name === '' || !Number.isNaN(Number(name)))) return undefined;
      return { triplets: names.map((name): Triplet => [path, 'has_column', name]), whole: [[path, 'has_column']] };
    } catch {
      return undefined;
    }
  },
};

const SETTINGS_ENDS = ['.yaml', '.yml', '.ini', '.cfg', '.conf', '.properties'];
const SETTINGS_MAX = 60;

/** What a file of settings sets, at its top and one step below. Files whose names say that they hold secrets are left alone. */
export const settingsFile: FactRule = {
  name: 'settings',
  matches: (fileName, path) => SETTINGS_ENDS.some((end) => fileName.endsWith(end)) && !COMPOSE.has(fileName) && !SECRET_WORDS.some((word) => path.toLowerCase().includes(word)),
  read(text, path) {
    const isYaml = basename(path).toLowerCase().endsWith('ml');
    const set = (isYaml ? yamlSettings(text) : lineSettings(text)).filter(([key, value]) => value !== '' && !SECRET_WORDS.some((word) => key.toLowerCase().includes(word))).slice(0, SETTINGS_MAX);
    return set.length === 0 ? undefined : { triplets: set.map(([key, value]): Triplet => [path, 'sets', key, value]), whole: [[path, 'sets']] };
  },
};

const SECRET_WORDS = ['secret', 'password', 'passwd', 'token', 'credential', 'private', 'api_key', 'apikey', '.env'];

function yamlSettings(text: string): [string, string][] {
  const top = recordOf(yamlOf(text));
  return [...wordsOf(top), ...Object.entries(top).flatMap(([key, value]) => wordsOf(value).map(([inner, words]): [string, string] => [`${key}.${inner}`, words]))];
}

function lineSettings(text: string): [string, string][] {
  let section = '';
  return text.split('\n').flatMap((written): [string, string][] => {
    const line = written.trim();
    if (line.startsWith('#') || line.startsWith(';')) return [];
    if (line.startsWith('[') && line.endsWith(']')) section = `${line.slice(1, -1)}.`;
    const at = line.indexOf('=') === -1 ? line.indexOf(':') : line.indexOf('=');
    return at <= 0 || line.startsWith('[') ? [] : [[`${section}${line.slice(0, at).trim()}`, line.slice(at + 1).trim()]];
  });
}

function yamlOf(text: string): unknown {
  try {
    return parseYaml(text, { logLevel: 'silent' }) as unknown;
  } catch {
    return undefined;
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
