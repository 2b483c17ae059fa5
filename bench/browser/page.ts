import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '#local/chromium.ts'
import type { Target } from '../harness/clients.ts'

/** A mid-range laptop at home: four times slower than this machine, 20 Mbit/s down and 5 up, 20 ms latency. */
const cpuSlowdown = 4
const network = { offline: false, latency: 20, downloadThroughput: 20e6 / 8, uploadThroughput: 5e6 / 8 }
const viewport = { width: 1280, height: 800 }
const timeoutMs = 20_000

export type Laptop = { page: Page; developerTools: CDPSession }

export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await findChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })

/** A page of a signed-in user with throttled CPU and network. */
export async function openThrottled(browser: Browser, { url, headers }: Target): Promise<Laptop> {
  const context = await browser.newContext({ viewport })
  const [name = '', value = ''] = String(headers?.['cookie']).split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  const developerTools = await context.newCDPSession(page)
  await developerTools.send('Network.enable')
  await developerTools.send('Network.emulateNetworkConditions', network)
  await developerTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  return { page, developerTools }
}

/** The selector that must appear, and the button that has to be pressed first, if any. */
export type PageLoad = { address: string; row: string; press?: string }

/** Milliseconds from the navigation until the first row is visible and the main thread is idle (no long task of 50 ms). */
export async function timePageLoad(page: Page, { address, row, press = '' }: PageLoad): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  const loaded = page.evaluate(
    ([wanted = '', text]) =>
      new Promise<number>((resolve) => {
        const longTask = 50
        let isPressed = text === ''
        const waitUntilIdle = (since: number) =>
          requestAnimationFrame(() =>
            setTimeout(() => {
              const now = performance.now()
              if (now - since < longTask) resolve(now)
              else waitUntilIdle(now)
            }),
          )
        const look = () => {
          const button = isPressed
            ? null
            : [...document.querySelectorAll('button')].find((one) => one.textContent === text)
          button?.click()
          isPressed ||= Boolean(button)
          if (isPressed && document.querySelector(wanted)) waitUntilIdle(performance.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
    [row, press],
  )
  return withTimeout(loaded, `${address} shows no ${row}`)
}

/** Ends the run with a message when a page never shows what is waited for. */
async function withTimeout<Result>(awaited: Promise<Result>, message: string): Promise<Result> {
  const timer = new AbortController()
  const timeout = sleep(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(message)
  })
  timeout.catch(() => {})
  return Promise.race([awaited, timeout]).finally(() => timer.abort())
}

type Response = { to: 'keydown' | 'click'; shows?: string }

/** Milliseconds from an input event to the next frame, or to the first frame that shows a selector. */
export async function timeResponse(
  page: Page,
  act: () => Promise<void>,
  { to, shows = '' }: Response,
): Promise<number> {
  await page.evaluate(
    ([type = '', wanted = '']) => {
      const answer = new Promise<number>((resolve) => {
        const listen = ({ timeStamp }: Event) => {
          const look = () =>
            requestAnimationFrame(() => {
              if (wanted && !document.querySelector(wanted)) look()
              else setTimeout(() => resolve(performance.now() - timeStamp))
            })
          look()
        }
        window.addEventListener(type, listen, { once: true, capture: true })
      })
      Object.assign(window, { answer })
    },
    [to, shows],
  )
  await act()
  const answered = page.evaluate(() => (window as unknown as { answer: Promise<number> }).answer)
  return withTimeout(answered, `${page.url()} doesn't answer with ${shows || 'a picture'}`)
}
