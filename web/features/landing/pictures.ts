import dashboardDark from './pictures/dashboard-dark.webp'
import dashboardLight from './pictures/dashboard-light.webp'
import ordersDark from './pictures/orders-dark.webp'
import ordersLight from './pictures/orders-light.webp'
import reportsDark from './pictures/reports-dark.webp'
import reportsLight from './pictures/reports-light.webp'

/** A screen of the product in both themes, as `npm run pictures` takes it. */
export type Picture = { light: string; dark: string; alt: string }

export const pictureSize = { width: 1920, height: 1200 } as const

export const dashboardPicture: Picture = {
  light: dashboardLight,
  dark: dashboardDark,
  alt: 'The dashboard: today’s orders, revenue, low stock and failed jobs, with the newest orders below.',
}

export const ordersPicture: Picture = {
  light: ordersLight,
  dark: ordersDark,
  alt: 'An order beside the list of all orders: its items and amounts, its customer and how far it has come.',
}

export const reportsPicture: Picture = {
  light: reportsLight,
  dark: reportsDark,
  alt: 'The sales report of the last 30 days: four figures with their change, and a chart day by day.',
}
