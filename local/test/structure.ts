import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../root.ts'
import { runQuietly, tool, type QuietRun, type ToolResult } from '../tool.ts'
import { rawSqlIn } from './raw-sql.ts'
import { retiredTermsIn } from './retired-terms.ts'

const folders = ['contract', 'server', 'web', 'emulators', 'local', 'e2e', 'bench', 'chaos', 'mutation']

/** What the source tree may look like at most; see "How we notice drift" in CONTRIBUTING.md. */
const limits = { files: 1300, leastMedian: 80, mostMedian: 140, shortPercent: 5, nextDoorPercent: 12 }

const shortFile = 20

/** The part of dependency-cruiser's JSON report that is read here. */
type CruiseReport = {
  modules: { source: string; dependencies: { resolved: string }[] }[]
  summary: {
    totalCruised: number
    violations: { from: string; to: string; rule: { name: string; severity: string } }[]
  }
}

type Module = {
  path: string
  lines: number
  imports: readonly string[]
  exports: readonly Export[]
  rawSql: readonly string[]
}
type Export = { name: string; isFunction: boolean }

/** Checks the direction of imports and the cut of the source tree. */
export async function checkStructure(how: QuietRun = {}): Promise<ToolResult> {
  const command = tool('depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders)
  const { code, output } = await runQuietly(command, how)
  const report = parseReport(output)
  // dependency-cruiser reports success over a tree that it can't read.
  if (!report || report.summary.totalCruised === 0) return { code: 1, output: `${output}\nNo module was read.` }
  const modules = report.modules.filter(({ source }) => isOwn(source)).map(readModule)
  const violations = report.summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`)
  const figures = measure(modules)
  const problems = [
    ...violations,
    ...problemsOf(figures),
    ...retiredNamesOf(modules),
    ...modules.flatMap(({ rawSql }) => rawSql),
  ]
  return {
    code: problems.length > 0 ? 1 : code,
    output: [describe(figures, violations.length), ...problems].join('\n'),
  }
}

function parseReport(output: string): CruiseReport | null {
  try {
    return JSON.parse(output.slice(output.indexOf('{'))) as CruiseReport
  } catch {
    return null
  }
}

const isOwn = (path: string) => folders.some((folder) => path.startsWith(`${folder}/`)) && /\.(tsx?|mjs)$/.test(path)
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

function readModule({ source, dependencies }: CruiseReport['modules'][number]): Module {
  const text = readFileSync(join(root, source), 'utf8')
  const exports = [...text.matchAll(/^export (?:async )?(function\*?|const|let|class|type|interface) (\w+)/gm)]
  return {
    path: source,
    lines: text.split('\n').length - 1,
    imports: dependencies.map(({ resolved }) => resolved),
    exports: exports.map(([, kind = '', name = '']) => ({ name, isFunction: kind.startsWith('function') })),
    rawSql: rawSqlIn(source, text),
  }
}

/** `nextDoor`: files with their only importer in their own folder. */
type Figures = { files: number; median: number; short: string[]; nextDoor: string[] }

/** Figures of the product's source; tests are left out. */
function measure(modules: readonly Module[]): Figures {
  const sources = modules.filter(({ path }) => /^(server|web|contract)\//.test(path) && !isTest(path))
  const importers = importersOf(modules.filter(({ path }) => !isTest(path)))
  const lines = sources.filter(({ path }) => /^server\/(features|integrations)\//.test(path)).map(({ lines }) => lines)
  return {
    files: sources.length,
    median: lines.sort((one, other) => one - other)[Math.floor(lines.length / 2)] ?? 0,
    short: sources.filter(({ lines }) => lines < shortFile).map(({ path }) => path),
    nextDoor: sources.map(({ path }) => path).filter((path) => isUsedNextDoorOnly(path, importers.get(path))),
  }
}

function isUsedNextDoorOnly(path: string, importers: ReadonlySet<string> = new Set()): boolean {
  const [only = ''] = importers
  return importers.size === 1 && dirname(only) === dirname(path)
}

function importersOf(modules: readonly Module[]): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>()
  for (const { path: importer, imports } of modules)
    for (const path of imports) importers.set(path, (importers.get(path) ?? new Set()).add(importer))
  return importers
}

const percent = (part: readonly string[], { files }: Figures) => (100 * part.length) / files

function problemsOf(figures: Figures): string[] {
  const { files, median, short, nextDoor } = figures
  return [
    ...(files > limits.files ? [`${files} source files; at most ${limits.files}`] : []),
    ...(median < limits.leastMedian || median > limits.mostMedian
      ? [`median of ${median} lines; ${limits.leastMedian} to ${limits.mostMedian}`]
      : []),
    ...(percent(short, figures) > limits.shortPercent ? [`too many short files:\n  ${short.join('\n  ')}`] : []),
    ...(percent(nextDoor, figures) > limits.nextDoorPercent
      ? [`too many files with their only importer next door:\n  ${nextDoor.join('\n  ')}`]
      : []),
  ]
}

function retiredNamesOf(modules: readonly Module[]): string[] {
  return modules.flatMap(({ path, exports }) => [
    ...retiredTermsIn(basename(path).replace(/\..*$/, ''), !isTest(path)).map((hint) => `${path}: ${hint}`),
    ...exports.flatMap(({ name, isFunction }) =>
      retiredTermsIn(name, isFunction).map((hint) => `${path}#${name}: ${hint}`),
    ),
  ])
}

function describe(figures: Figures, violations: number): string {
  const { files, median, short, nextDoor } = figures
  return (
    `${files} source files, median ${median} lines in features and integrations, ` +
    `${percent(short, figures).toFixed(1)} % under ${shortFile} lines, ` +
    `${percent(nextDoor, figures).toFixed(1)} % with their only importer next door, ` +
    `${violations} circles and upward imports`
  )
}
