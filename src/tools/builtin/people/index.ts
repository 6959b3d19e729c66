import type { Tool } from '../../registry/tool.ts';
import { askUserTool } from './ask-user.ts';
import { findFilesTool } from './find-files.ts';

/** Made once for a program, so that the index of names is kept between calls. */
export function peopleTools(): readonly Tool[] {
  return [askUserTool, findFilesTool()] as unknown as readonly Tool[];
}
