import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { runQuietly, tool } from './tool.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

/** Finds a Chromium for the browser tests: CHROMIUM_PATH, an installed one, or installs one. */
export async function findChromium(): Promise<string> {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (isProgram(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which is no program. Correct it or unset it.`)
  }
  const installed = findInstalled()
  if (installed) return installed
  console.log('There is no Chromium here: installing one for the browser tests (once)…')
  for (const install of [installWithPlaywright, installWithApt]) {
    await install()
    const found = findInstalled()
    if (found) return found
  }
  throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH to one.')
}

function findInstalled(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [chromium.executablePath(), ...onPath].find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function installWithPlaywright(): Promise<void> {
  await runQuietly(tool('playwright', 'install', 'chromium'))
}

async function installWithApt(): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  await runQuietly(['apt-get', 'update'])
  await runQuietly(['apt-get', 'install', '--yes', '--no-install-recommends', 'chromium'])
}
