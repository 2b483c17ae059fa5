import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { type Language, languages, placesIn } from '#contract/i18n.ts'
import { root } from '../root.ts'
import type { ToolResult } from '../tool.ts'
import { catalogFolderOf, catalogFolders, catalogPath, readCatalog, untranslated } from './catalogs.ts'
import { findMessages, findUnmarked, type Message } from './find-messages.ts'

type SourceFile = { path: string; messages: Message[]; unmarked: { text: string; line: number }[] }

const translations = languages.filter((language): language is Exclude<Language, 'en'> => language !== 'en')

/** Adds new sentences to the catalogs, with another catalog's translation if there is one, and removes those that are gone. */
export function updateCatalogs(): void {
  const sources = readSources()
  for (const language of translations) {
    const catalogs = new Map(catalogFolders().map((folder) => [folder, readCatalog(folder, language)]))
    const elsewhere = Object.assign({}, ...[...catalogs.values()].toReversed()) as Record<string, string>
    for (const [folder, catalog] of catalogs) {
      const entries = textsIn(sources, folder).map((text) => [text, catalog[text] || elsewhere[text] || ''])
      if (entries.length === 0 && !existsSync(catalogPath(folder, language))) continue
      writeFileSync(catalogPath(folder, language), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
    }
  }
}

/** A step of `npm run check`. */
export async function checkMessages(): Promise<ToolResult> {
  const problems = findProblems()
  const summary = problems.length === 0 ? 'every sentence in every language' : `${problems.length} sentences to do`
  return { code: problems.length === 0 ? 0 : 1, output: [summary, ...problems].join('\n') }
}

/** What keeps the app from being whole in every language: a line for each problem. */
export function findProblems(): string[] {
  const sources = readSources()
  return [
    ...sources.flatMap(({ path, unmarked }) =>
      unmarked.map(({ line, text }) => `${path}:${line} shows "${text}" without t()`),
    ),
    ...sources.flatMap(({ path, messages }) =>
      messages.flatMap(({ text, values }) =>
        values && values.some((name) => !placesOf(text).has(name))
          ? [`${path} gives a value that "${text}" has not`]
          : [],
      ),
    ),
    ...translations.flatMap((language) =>
      catalogFolders().flatMap((folder) => checkCatalog(folder, language, sources)),
    ),
  ]
}

function checkCatalog(folder: string, language: Exclude<Language, 'en'>, sources: readonly SourceFile[]): string[] {
  const file = `${folder}/messages.${language}.json`
  const catalog = readCatalog(folder, language)
  const texts = new Set(textsIn(sources, folder))
  const gone = Object.keys(catalog).filter((text) => !texts.has(text))
  return [
    ...gone.map((text) => `${file} translates "${text}", which is nowhere: npm run messages`),
    ...[...texts].flatMap((text) => {
      const translation = catalog[text]
      if (!translation) return [`${file} lacks "${text}"`]
      return sameSet(placesOf(text), placesOf(translation)) ? [] : [`${file} has other places than "${text}"`]
    }),
  ]
}

/** Names of values and of elements in a sentence. */
function placesOf(text: string): Set<string> {
  return new Set([...placesIn(text), ...[...text.matchAll(/<(\w+)>/g)].map(([, element = '']) => element)])
}

const sameSet = (one: Set<string>, other: Set<string>) =>
  one.size === other.size && [...one].every((name) => other.has(name))

const textsIn = (sources: readonly SourceFile[], folder: string): string[] => [
  ...new Set(
    sources
      .filter(({ path }) => catalogFolderOf(join(root, path)) === folder)
      .flatMap(({ messages }) => messages.map(({ text }) => text)),
  ),
]

function readSources(): SourceFile[] {
  const paths = globSync('{web,contract,server}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path) && !untranslated.has(catalogFolderOf(join(root, path))))
    .toSorted()
  return paths.map((path) => {
    const code = readFileSync(join(root, path), 'utf8')
    const tree = parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
    const lineAt = (start: number) => code.slice(0, start).split('\n').length
    return {
      path,
      messages: /\b(?:t|say)\(/.test(code) ? findMessages(tree) : [],
      unmarked: path.endsWith('x') ? findUnmarked(tree).map(({ text, start }) => ({ text, line: lineAt(start) })) : [],
    }
  })
}
