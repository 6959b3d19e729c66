/** How a phase is drawn by how it was left: what is neither done nor given up goes on elsewhere. */
export function lookOfExit(exit: string): 'went-well' | 'went-wrong' | 'sent-back' {
  if (exit === 'success') return 'went-well';
  return exit === 'fail' ? 'went-wrong' : 'sent-back';
}
