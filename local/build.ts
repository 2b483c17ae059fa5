import { buildIfStale } from './build/build-if-stale.ts'

await buildIfStale({ announce: (names) => console.error(`Building ${names.join(', ')}…`) })
