import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '#local/root.ts'

type Goal = { atMost: number } | { atLeast: number }

/** The baseline: the same work without the product, measured in the same run. */
type Limit = { value: number; name: string }

/** One measured value. The goal is about the ratio to its baseline (`limit`) if it has one, else about the value. */
export type Figure = {
  what: string
  ours: number
  unit: string
  limit: Limit | null
  ratio: number | null
  goal: Goal
  holds: boolean
  note: string
}

type Measured = { what: string; ours: number; unit: string; note?: string } & Goal

/** A figure without a baseline. */
export const figure = (measured: Measured): Figure => toFigure(measured, null)

/** A figure with a baseline. */
export const figureAgainst = (name: string, value: number, measured: Measured): Figure =>
  toFigure(measured, { value, name })

function toFigure({ what, ours, unit, note = '', ...goal }: Measured, limit: Limit | null): Figure {
  const ratio = limit && ours / limit.value
  const compared = ratio ?? ours
  const holds = 'atMost' in goal ? compared <= goal.atMost : compared >= goal.atLeast
  return { what, ours, unit, limit, ratio, goal, holds, note }
}

const headings = ['', 'what', 'ours', 'limit', 'ratio', 'goal', 'note']

export function printReport(figures: readonly Figure[]): void {
  const lines = [headings, ...figures.map(cellsOf)]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
}

const cellsOf = ({ what, ours, unit, limit, ratio, goal, holds, note }: Figure): string[] => [
  holds ? '✓' : '✗',
  what,
  `${formatNumber(ours)} ${unit}`,
  limit ? `${formatNumber(limit.value)} ${unit} (${limit.name})` : '',
  ratio === null ? '' : `${formatNumber(ratio)} ×`,
  `${'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`} ${ratio === null ? unit : '×'}`,
  note,
]

const formatNumber = (value: number) => (Math.abs(value) >= 100 || value === 0 ? value.toFixed(0) : value.toFixed(2))

/** Writes the figures with commit and machine as JSON. Returns the path. */
export function writeResults(folder: string, figures: readonly Figure[], postgres: string): string {
  const at = new Date().toISOString()
  const results = join(folder, 'results')
  mkdirSync(results, { recursive: true })
  const file = join(results, `${at.replaceAll(':', '-')}.json`)
  const [processor] = cpus()
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GB`
  const machine = { processor: processor?.model, cores: cpus().length, memory, node: process.version, postgres }
  writeFileSync(file, `${JSON.stringify({ at, commit: commitOf(), machine, figures }, null, 2)}\n`)
  return file
}

/** The commit, with a plus if files differ from it. */
function commitOf(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
    return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') ? '+' : ''}`
  } catch {
    return 'unknown'
  }
}
