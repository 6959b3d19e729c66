/** Programs that change, move or remove files. */
import type { Call, ProgramTable } from '../evaluate/call.ts';
import { isKnown, isSecret, plain, UNKNOWN } from '../expand/marks.ts';
import { isScratch, isUnder, vitalMatch } from '../rules/places.ts';
import { isSensitive } from '../rules/secrets.ts';
import { readOptions } from './options.ts';

export const FILE_PROGRAMS: ProgramTable = {
  rm: removeFiles, rmdir: removeFiles, unlink: removeFiles, shred: destroyFiles, srm: removeFiles, trash: removeFiles,
  'trash-put': removeFiles, wipe: destroyFiles, rimraf: removeTree, deltree: removeTree,
  mv: moveFiles, rename: renameFiles, cp: copyFiles, install: copyFiles, ln: linkFiles, dd: copyBlocks, truncate: emptyFiles,
  chmod: changeMode, chown: changeOwner, chgrp: changeOwner, setfacl: changeAcl, chattr: changeAcl,
  setcap: (call) => call.ask('privilege', `${call.shown} gives a program rights of its own.`),
  tee: writeCopies, touch: writeOperands, mkdir: writeOperands, mkfifo: writeOperands,
  mktemp: namesTemporary,
  patch: patches, split: splits,
  csplit: () => undefined,
  mknod: (call) => call.ask('device_node', `${call.shown} makes a device node.`),
  rsync: synchronise, fallocate: emptyFiles,
};

/** The name that mktemp makes up is not known, but it is one name. */
function namesTemporary(call: Call): string {
  const options = readOptions(call.args, { short: 'p', long: ['tmpdir', 'suffix'] });
  const [template = 'tmp.XXXXXXXXXX'] = options.operands;
  const [folder] = options.all('p', 'tmpdir');
  return `${folder ?? (options.operands.length > 0 && !options.has('t') ? '.' : '/tmp')}/${template}\n`;
}

function patches(call: Call): void {
  const options = readOptions(call.args, { short: 'pidoDFrVYzB', long: ['strip', 'input', 'directory', 'output', 'reject-file'] });
  for (const file of [...options.operands.slice(0, 1), ...options.all('o', 'output', 'd', 'directory')]) call.write(file);
}

function splits(call: Call): void {
  const options = readOptions(call.args, { short: 'bClnat', long: ['bytes', 'lines', 'number', 'filter', 'suffix-length', 'additional-suffix'] });
  for (const program of options.all('filter')) {
    call.ask('runs_program', `${call.shown} runs ${plain(program)} for each piece.`);
    call.script(program);
  }
  const [source, prefix] = options.operands;
  if (source !== undefined) call.read(source);
  if (prefix !== undefined) call.write(prefix);
}

function removeFiles(call: Call): string {
  const options = readOptions(call.args, { long: [] });
  const recursive = call.name.startsWith('trash') || (['rm', 'srm'].includes(call.name) && options.has('r', 'R', 'recursive'));
  if (options.operands.length === 0 && options.has('help', 'version')) return UNKNOWN;
  if (options.operands.length === 0) call.ask('remove', `${call.shown} removes files that cannot be told.`);
  for (const operand of options.operands) call.remove(operand, { recursive });
  // Arguments that are not known may be flags or further targets.
  if (call.args.some((argument) => !isKnown(argument))) call.ask('unknown_target', `${call.shown} removes what cannot be known before it runs.`);
  return '';
}

function removeTree(call: Call): string {
  for (const operand of readOptions(call.args).operands) call.remove(operand, { recursive: true });
  call.ask('remove', `${call.shown} removes files with all they hold.`);
  return '';
}

function destroyFiles(call: Call): string {
  const options = readOptions(call.args, { short: 'ns', long: ['iterations', 'size', 'random-source'] });
  for (const operand of options.operands) {
    call.remove(operand, { recursive: true });
    call.write(operand);
  }
  call.ask('remove', `${call.shown} destroys files beyond recovery.`);
  return '';
}

function emptyFiles(call: Call): string {
  const options = readOptions(call.args, { short: 'srol', long: ['size', 'reference', 'length', 'offset'] });
  for (const operand of options.operands) call.write(operand);
  call.ask('truncate', `${call.shown} cuts files off.`);
  return '';
}

function moveFiles(call: Call): string {
  const options = readOptions(call.args, { short: 'tS', long: ['target-directory', 'suffix'] });
  const targets = options.all('t', 'target-directory');
  const sources = targets.length > 0 ? options.operands : options.operands.slice(0, -1);
  const destination = targets.length > 0 ? targets : options.operands.slice(-1);
  for (const source of sources) {
    for (const path of call.paths(source)) {
      const vital = vitalMatch(path, call.context);
      if (vital !== undefined) call.block('root_wipe', `${call.shown} would move ${plain(path)} away: ${vital}.`);
    }
    call.read(source);
    call.write(source);
  }
  for (const target of destination) {
    if (target === '/dev/null') call.block('root_wipe', `${call.shown} would replace /dev/null or lose the files.`);
    call.write(target);
    // What lies in such a place goes when the run ends: to move a file of the workspace there is to lose it.
    const leaves = call.paths(target).find((path) => isScratch(`${path}/x`) && !isUnder(path, call.context.workspace));
    if (leaves !== undefined && sources.some((source) => call.paths(source).some((path) => isUnder(path, call.context.workspace)))) {
      call.ask('moves_away', `${call.shown} moves files out of the workspace to ${plain(leaves)}, which does not last.`);
    }
  }
  return '';
}

function renameFiles(call: Call): string {
  call.ask('rename', `${call.shown} renames files by a pattern.`);
  return '';
}

function copyFiles(call: Call): string {
  const options = readOptions(call.args, { short: 'tSmgo', long: ['target-directory', 'suffix', 'mode', 'group', 'owner', 'strip-program'] });
  const targets = options.all('t', 'target-directory');
  const asFolders = call.name === 'install' && options.has('d', 'directory');
  const sources = asFolders ? [] : targets.length > 0 ? options.operands : options.operands.slice(0, -1);
  const destinations = asFolders ? options.operands : targets.length > 0 ? targets : options.operands.slice(-1);
  if (options.has('strip-program')) call.ask('runs_program', `${call.shown} runs a program of its own choosing.`);
  if (options.all('m', 'mode').some(isSetId)) call.ask('setuid', `${call.shown} makes a program run as its owner.`);
  for (const source of sources) call.read(source);
  if (sources.includes('/dev/null')) call.ask('truncate', `${call.shown} empties files.`);
  for (const destination of destinations) call.write(destination);
  const [source, ...more] = sources;
  const [destination] = destinations;
  if (source !== undefined && destination !== undefined && more.length === 0) noteCopy(call, source, destination);
  return '';
}

/** A copy of a program is that program, and a copy of a file written by this line holds the same. */
function noteCopy(call: Call, source: string, destination: string): void {
  const [from = ''] = call.paths(source);
  for (const to of call.paths(destination)) {
    const content = call.shell.files.get(from);
    if (content !== undefined) call.shell.files.set(to, content);
    call.shell.links.set(to, from);
  }
}

function linkFiles(call: Call): string {
  const options = readOptions(call.args, { short: 'tS', long: ['target-directory', 'suffix'] });
  const [source, destination, ...more] = options.operands;
  for (const operand of options.operands.slice(options.operands.length > 1 ? -1 : 0)) call.write(operand);
  for (const target of options.all('t', 'target-directory')) call.write(target);
  if (source !== undefined && destination !== undefined && more.length === 0) noteCopy(call, source, destination);
  const leavesWorkspace = options.operands.slice(0, -1).some((operand) => call.paths(operand).some((path) => path.startsWith('/') && !path.startsWith(`${call.context.workspace}/`)));
  if (leavesWorkspace) call.ask('link_outside', `${call.shown} makes a link that leads out of the workspace.`);
  return '';
}

function copyBlocks(call: Call): string {
  for (const argument of call.args) {
    const [key, ...rest] = argument.split('=');
    const value = rest.join('=');
    if (key === 'if') call.read(value);
    if (key === 'of') call.write(value);
  }
  if (!call.args.some((argument) => argument.startsWith('of='))) return call.stdin ?? UNKNOWN;
  if (call.args.some((argument) => !isKnown(argument))) call.ask('unknown_target', `${call.shown} copies blocks to a place that cannot be known.`);
  return '';
}

export function isSetId(mode: string): boolean {
  return /^0*[2-7][0-7]{3}$/.test(mode) || /^[ugoa]*[+=][rwxXt]*s/.test(mode) || /,[ugoa]*[+=][rwxXt]*s/.test(mode);
}

function changeMode(call: Call): string {
  const recursive = readOptions(call.args.filter((argument) => !/^-[rwxXst]+$/.test(argument) || argument.startsWith('-R'))).has('R', 'recursive');
  const plainArgs = call.args.filter((argument) => !/^-(R|v|c|f|Rf|fR|vR|Rv|-recursive|-verbose|-changes|-quiet|-silent|-)$/.test(argument) && !argument.startsWith('--reference'));
  const byReference = call.args.some((argument) => argument.startsWith('--reference'));
  const [mode = '', ...targets] = byReference ? ['', ...plainArgs] : plainArgs;
  judgeOwnership(call, targets, recursive);
  if (isSetId(mode)) call.ask('setuid', `${call.shown} makes a program run as its owner.`);
  if (/^0*[0-7]?[0-7]{2}[2367]$/.test(mode) || /(^|,)[ugoa]*[oa][ugoa]*[+=][rx]*w/.test(mode) || /^[+=][rx]*w[rx]*$/.test(mode)) call.ask('world_writable', `${call.shown} lets everyone write.`);
  if (!isKnown(mode)) call.ask('unknown_target', `${call.shown} sets a mode that cannot be known.`);
  if (recursive) call.ask('recursive_mode', `${call.shown} changes rights of everything below.`);
  return '';
}

function changeOwner(call: Call): string {
  const options = readOptions(call.args, { long: ['reference', 'from'] });
  judgeOwnership(call, options.has('reference') ? options.operands : options.operands.slice(1), options.has('R', 'recursive'));
  call.ask('ownership', `${call.shown} changes who owns files.`);
  return '';
}

function changeAcl(call: Call): string {
  const options = readOptions(call.args, { short: 'mxMX' });
  judgeOwnership(call, options.operands, options.has('R', 'recursive'));
  call.ask('ownership', `${call.shown} changes rights of files.`);
  return '';
}

function judgeOwnership(call: Call, targets: readonly string[], recursive: boolean): void {
  for (const target of targets) {
    call.write(target);
    for (const path of call.paths(target)) {
      const vital = recursive || !path.includes('/', 1) ? vitalMatch(path, call.context) : undefined;
      if (vital !== undefined) call.block('root_wipe', `${call.shown} would make the system unusable: ${plain(path)} is ${vital}.`);
    }
  }
}

function writeCopies(call: Call): string {
  const options = readOptions(call.args);
  for (const operand of options.operands) {
    call.write(operand);
    for (const path of call.paths(operand)) {
      call.shell.files.set(path, call.stdin ?? UNKNOWN);
      if (/^\/dev\/(tcp|udp)\//.test(path) && isSecret(call.stdin ?? '')) call.block('exfiltration', `${call.shown} would send secrets to ${plain(path)}.`);
    }
  }
  return call.stdin ?? UNKNOWN;
}

function writeOperands(call: Call): string {
  const options = readOptions(call.args, { short: 'drtm', long: ['date', 'reference', 'mode'] });
  for (const operand of options.operands) call.write(operand);
  if (call.name === 'mkdir' && options.all('m', 'mode').some(isSetId)) call.ask('setuid', `${call.shown} sets an unusual mode.`);
  return '';
}

function synchronise(call: Call): string {
  const options = readOptions(call.args, { short: 'efBTM', long: [
    'rsh', 'rsync-path', 'filter', 'exclude', 'include', 'exclude-from', 'files-from', 'backup-dir', 'temp-dir', 'password-file',
    'log-file', 'port', 'chmod', 'chown',
  ] });
  for (const shell of options.all('e', 'rsh')) if (!/^ssh( |$)/.test(shell)) call.script(shell);
  if (options.has('rsync-path') || options.all('e', 'rsh').length > 0) call.ask('runs_program', `${call.shown} runs a program of its own choosing.`);
  const destination = options.operands.at(-1) ?? '';
  const sources = options.operands.slice(0, -1);
  const isRemote = (place: string): boolean => place.includes('::') || place.startsWith('rsync://') || /^[^/]*:/.test(place);
  for (const source of sources) if (!isRemote(source)) call.read(source);
  if (isRemote(destination)) {
    if (sources.some((source) => call.paths(source).some(isSensitive))) call.block('exfiltration', `${call.shown} would send secrets to another host.`);
    call.ask('upload', `${call.shown} sends files to another host.`);
    return '';
  }
  const deletes = [...options.flags].some((flag) => flag.startsWith('delete') || flag === 'del') || options.has('remove-source-files');
  if (sources.some(isRemote)) call.ask('download', `${call.shown} fetches files from another host.`);
  if (deletes) {
    call.remove(destination, { recursive: true });
    if (options.has('remove-source-files')) for (const source of sources) call.remove(source, { recursive: true });
  } else call.write(destination);
  return '';
}
