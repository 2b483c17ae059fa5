import { copyText } from '#web/ui/copy-button.tsx'
import { toast } from '#web/ui/toast-store.ts'

export async function copyOrderNumber(orderNumber: string): Promise<void> {
  if (await copyText(orderNumber)) toast({ title: 'Copied', description: `${orderNumber} is on the clipboard` })
}
