import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Language } from '#contract/i18n.ts'
import { root } from '../root.ts'

/** The folders that have a catalog: each folder of screens, of shared parts or of the server's features, the rest of both, and the contract. */
export const catalogFolders = (): string[] => [
  'contract',
  'web',
  'server',
  ...globSync(['web/{features,shared}/*/', 'server/features/*/'], { cwd: root })
    .map((folder) => folder.replace(/\/$/, ''))
    .filter((folder) => !untranslated.has(folder)),
]

/** The gallery of the design system is for the people who build it. */
export const untranslated = new Set(['web/features/ui-gallery'])

export const catalogPath = (folder: string, language: Exclude<Language, 'en'>): string =>
  join(root, folder, `messages.${language}.json`)

/** The folder of the catalog that a source file belongs to. */
export function catalogFolderOf(file: string): string {
  const path = relative(root, file)
  return (
    /^(web\/(?:features|shared)\/[^/]+|server\/features\/[^/]+)\//.exec(path)?.[1] ??
    path.split('/', 1)[0] ??
    'contract'
  )
}

export type Catalog = Readonly<Record<string, string>>

export function readCatalog(folder: string, language: Exclude<Language, 'en'>): Catalog {
  const path = catalogPath(folder, language)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Catalog) : {}
}

export function readCatalogs(language: Exclude<Language, 'en'>) {
  const known = new Map<string, Catalog>()
  return {
    /** Throws if there is none: a screen in two languages must not be released. */
    translationOf(text: string, file: string): string {
      const folder = catalogFolderOf(file)
      if (untranslated.has(folder)) return text
      const catalog = known.get(folder) ?? readCatalog(folder, language)
      known.set(folder, catalog)
      const translation = catalog[text]
      if (!translation) throw new Error(`${folder}/messages.${language}.json lacks "${text}": npm run messages`)
      return translation
    },
  }
}
