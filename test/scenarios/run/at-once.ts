/** Lets so many be at work at the same time; each is a process with a model server of its own. */
export function gateFor(atOnceMax: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const queue: (() => void)[] = [];
  let free = atOnceMax;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
