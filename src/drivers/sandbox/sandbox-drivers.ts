import type { Clock } from '../../kernel/index.ts';
import type { SandboxDriver } from '../../tools/index.ts';
import { bubblewrapDriver } from './bubblewrap.ts';
import { containerDriver } from './container.ts';
import { microVmDriver } from './microvm.ts';
import { unconfinedDriver } from './none.ts';
import { seatbeltDriver } from './seatbelt.ts';
import { unshareDriver } from './unshare.ts';

export interface SandboxDriversOptions {
  readonly clock: Clock;
  /** Names of groups, containers and marks; must not repeat while Keelson runs, also not between two of them. */
  readonly nameOf: () => string;
  readonly containerImage?: string;
  readonly microVm?: { readonly kernel: string; readonly root: string };
}

/** Small, with a shell and the usual programs. A person names another one in the settings. */
const CONTAINER_IMAGE = 'docker.io/library/debian:stable-slim';

/** Every backend, in the order in which they are tried. The last holds nothing and is only taken when it is named. */
export function sandboxDrivers({ clock, nameOf, containerImage = CONTAINER_IMAGE, microVm }: SandboxDriversOptions): SandboxDriver[] {
  const options = { clock, nameOf };
  return [
    bubblewrapDriver(options),
    unshareDriver(options),
    containerDriver({ ...options, image: containerImage }),
    seatbeltDriver(options),
    microVmDriver({ kernel: microVm?.kernel ?? null, root: microVm?.root ?? null }),
    unconfinedDriver(options),
  ];
}
