/** An issue with the whole feed has neither message nor SKU. */
export type ReportIssue = {
  messageId?: number
  sku?: string
  code: string
  severity: 'ERROR' | 'WARNING' | 'INFO'
  message: string
  attributeName?: string
}
