import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '#local/chromium.ts'
import type { Target } from '../harness/clients.ts'

/** A mid-range laptop beside this machine, at home: four times as slow, 20 Mbit/s down and 5 up, 20 ms away. */
const slowdown = 4
const network = { offline: false, latency: 20, downloadThroughput: 20e6 / 8, uploadThroughput: 5e6 / 8 }
const viewport = { width: 1280, height: 800 }
const patienceMs = 20_000

export type Laptop = { page: Page; developerTools: CDPSession }

export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await findChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })

/** The page of somebody who is signed in, on a slower machine. */
export async function openThrottled(browser: Browser, { url, headers }: Target): Promise<Laptop> {
  const context = await browser.newContext({ viewport })
  const [name = '', value = ''] = String(headers?.['cookie']).split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  const developerTools = await context.newCDPSession(page)
  await developerTools.send('Network.enable')
  await developerTools.send('Network.emulateNetworkConditions', network)
  await developerTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, developerTools }
}

/** What has to be there, and the button that must be pressed before, where there is one. */
export type Arrival = { address: string; row: string; press?: string }

/** Milliseconds from the navigation until the first row is there and whatever is pressed next is answered at once. */
export async function timeArrival(page: Page, { address, row, press = '' }: Arrival): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  const arrived = page.evaluate(
    ([wanted = '', text]) =>
      new Promise<number>((resolve) => {
        const longTask = 50
        let isPressed = text === ''
        const settle = (since: number) =>
          requestAnimationFrame(() =>
            setTimeout(() => {
              const now = performance.now()
              if (now - since < longTask) resolve(now)
              else settle(now)
            }),
          )
        const look = () => {
          const button = isPressed
            ? null
            : [...document.querySelectorAll('button')].find((one) => one.textContent === text)
          button?.click()
          isPressed ||= Boolean(button)
          if (isPressed && document.querySelector(wanted)) settle(performance.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
    [row, press],
  )
  return withPatience(arrived, `${address} shows no ${row}`)
}

/** So that a run ends where a page doesn't show what it is looked at for. */
async function withPatience<Result>(awaited: Promise<Result>, complaint: string): Promise<Result> {
  const timer = new AbortController()
  const refusal = sleep(patienceMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(complaint)
  })
  refusal.catch(() => {})
  return Promise.race([awaited, refusal]).finally(() => timer.abort())
}

type Answer = { to: 'keydown' | 'click'; shows?: string }

/** Milliseconds from what somebody does until the next picture, or until the one that shows what they wanted. */
export async function timeAnswer(page: Page, act: () => Promise<void>, { to, shows = '' }: Answer): Promise<number> {
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
  return withPatience(answered, `${page.url()} doesn't answer with ${shows || 'a picture'}`)
}
