import { buildIfStale } from './build/build-if-stale.ts'

await buildIfStale((names) => console.error(`Building ${names.join(', ')}…`))
