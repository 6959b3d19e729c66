import { CallFault } from '../../failure/faults.ts';

export function emptyAnswer(): CallFault {
  return new CallFault('empty', 'the answer has ended without saying anything');
}

export function brokenOff(): CallFault {
  return new CallFault('truncated', 'the answer broke off before it was finished');
}

export function namelessCall(): CallFault {
  return new CallFault('garbage', 'the answer holds a tool call without a name');
}
