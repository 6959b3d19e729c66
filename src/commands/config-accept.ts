import { configAccept, type ConfigAcceptReport } from '../contracts/index.ts';
import { KeelsonError } from '../kernel/index.ts';
import { bind, type Binding } from './dispatcher.ts';

/** Serves `config.accept`. */
export function configAcceptBinding(accept: (file: string) => Promise<ConfigAcceptReport>): Binding {
  return bind(configAccept, ({ file }) =>
    accept(file).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? missing(file, error) : error;
    }),
  );
}

function missing(file: string, cause: unknown): KeelsonError<'path.missing'> {
  return new KeelsonError('path.missing', { message: `There is no file ${file}.`, nextStep: 'Name the configuration file that you have read.', data: { path: file }, cause });
}
