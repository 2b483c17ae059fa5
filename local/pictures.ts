import { chromium } from '@playwright/test'
import { buildIfStale } from './build/build-if-stale.ts'
import { findChromium } from './chromium.ts'
import { openCamera, waitUntilJobsDone } from './pictures/take-pictures.ts'
import { scenes } from './pictures/scenes.ts'
import { runProduct } from './run-product.ts'

/** `npm run pictures` takes all screenshots, `npm run pictures orders reports` some. */
const named = process.argv.slice(2)
const unknown = named.filter((name) => !scenes.some((scene) => scene.name === name))
if (unknown.length > 0) throw new Error(`There is no picture of ${unknown.join(', ')}.`)
const selected = scenes.filter(({ name }) => named.length === 0 || named.includes(name))

await buildIfStale()
const product = await runProduct()
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--disable-gpu', '--hide-scrollbars', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const camera = await openCamera(browser, product.url)
  await waitUntilJobsDone(camera.page)
  for (const scene of selected) {
    for (const { file, bytes } of await camera.take(scene)) console.log(`${file}  ${Math.round(bytes / 1000)} kB`)
  }
} finally {
  await browser.close()
  await product.stop()
}
