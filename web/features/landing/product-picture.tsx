import { t } from '#contract/i18n.ts'
import { useTheme } from '#web/ui/theme.tsx'
import dashboardDark from './pictures/dashboard-dark.webp'
import dashboardLight from './pictures/dashboard-light.webp'
import ordersDark from './pictures/orders-dark.webp'
import ordersLight from './pictures/orders-light.webp'
import reportsDark from './pictures/reports-dark.webp'
import reportsLight from './pictures/reports-light.webp'

type ProductPictureProps = { picture: Picture; isFirst?: boolean }

/** A screenshot in the theme of the page. Width and height are set, so that the layout does not shift when it loads. */
export function ProductPicture({ picture: { light, dark, alt }, isFirst = false }: ProductPictureProps) {
  const theme = useTheme()
  return (
    <picture className="block overflow-hidden rounded-xl border bg-raised shadow-overlay">
      {theme === 'system' && <source media="(prefers-color-scheme: dark)" srcSet={dark} />}
      <img
        src={theme === 'dark' ? dark : light}
        alt={alt}
        {...pictureSize}
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
        className="h-auto w-full"
      />
    </picture>
  )
}

/** A screenshot in both themes, taken by `npm run pictures`. */
type Picture = { light: string; dark: string; alt: string }

const pictureSize = { width: 1920, height: 1200 } as const

export const dashboardPicture: Picture = {
  light: dashboardLight,
  dark: dashboardDark,
  alt: t('The dashboard: today’s orders, revenue, low stock and failed jobs, with the newest orders below.'),
}

export const ordersPicture: Picture = {
  light: ordersLight,
  dark: ordersDark,
  alt: t('An order next to the order list: items, amounts, customer and progress.'),
}

export const reportsPicture: Picture = {
  light: reportsLight,
  dark: reportsDark,
  alt: t('The sales report for the last 30 days: four figures with their change, and a daily chart.'),
}
