import { globSync } from 'node:fs'
import { root } from '#local/root.ts'

/** The files that patterns of a part name; tests only where they are asked for by `*.test.ts`. */
export function filesOf(patterns: string[]): string[] {
  return patterns.flatMap((pattern) => {
    const exclude = pattern.endsWith('.test.ts') ? [] : ['**/*.test.ts']
    const files = globSync(pattern, { cwd: root, exclude })
    if (files.length === 0) throw new Error(`No file is called ${pattern}.`)
    return files
  })
}
