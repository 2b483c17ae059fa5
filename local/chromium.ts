import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { runQuietly, tool } from './tool.ts'

/** Debian's package and program of Chromium without windows: the browser tests take two thirds of the time with it. */
const headless = 'chromium-headless-shell'
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
  const onPath = (name: string) => folders.map((folder) => join(folder, name))
  return [...onPath(headless), chromium.executablePath(), ...names.flatMap(onPath)].find(isProgram)
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
  for (const name of [headless, 'chromium']) {
    const { code } = await runQuietly(['apt-get', 'install', '--yes', '--no-install-recommends', name])
    if (code === 0) return
  }
}
