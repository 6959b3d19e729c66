import { posix } from 'node:path';
import { lostFlags } from '../shell/lost-flags.ts';
import { callsOn, changedFiles, type Rule } from './whole-work.ts';

/** A shell script of this run that ends by a sign which was set in a part of a pipe ends the same whatever was found there. */
export const forgottenFlags: Rule = (work) =>
  changedFiles(work).filter(({ path, now }) => now !== null && (posix.extname(path) === '.sh' || ['#!/bin/sh', '#!/bin/bash', '#!/usr/bin/env bash'].some((mark) => now.startsWith(mark)))).flatMap(({ path, before, now }) => {
    const known = lostFlags(before ?? '');
    const name = lostFlags(now ?? '').find((one) => !known.includes(one));
    return name === undefined ? [] : [{ why: `${path} goes by ${name}, which it sets in a part of a pipe or in brackets: that is forgotten where they end, so that a failure there is too.`, calls: callsOn(work, path) }];
  });
