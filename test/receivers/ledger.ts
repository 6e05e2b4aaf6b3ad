/** What a payment's event does to the books: one entry with a sign, or none. */
import type { WebhookEvent } from '../../examples/receivers/server.ts';

export interface Entry {
  readonly type: 'payment' | 'refund' | 'chargeback';
  /** Cents; money that leaves is negative. */
  readonly amount: number;
  readonly currency: string;
}

export function entryOf({ status, amount, currency }: WebhookEvent): Entry | undefined {
  const money = { amount: amount ?? 0, currency: currency ?? 'EUR' };
  switch (status) {
    case 'paid':
      return { ...money, type: 'payment' };
    case 'refunded':
      return { ...money, type: 'refund', amount: -money.amount };
    case 'chargeback':
      return { ...money, type: 'chargeback', amount: -money.amount };
    default:
      return undefined;
  }
}
