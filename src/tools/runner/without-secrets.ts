export { errorWithoutSecrets, valueWithoutSecrets, withoutSecrets } from '../../redaction/index.ts';
