/**
 * Right: the recipe of the first article (articles/000), with its names.
 *
 * The id goes into `webhooks_processados` in the transaction of the work, and an event that is not newer
 * than `atualizado_em` does not touch the state. Only `createdAt` orders; of two facts of one instant the
 * first to arrive stays. The ledger entry stands before the comparison: with `>=` a fact of the same instant
 * would otherwise lose it.
 */
import type { Pool } from 'pg';
import { EFFECT_OF } from '../../../examples/receivers/lifecycles.ts';
import { serve, transaction, type Answer, type WebhookEvent } from '../../../examples/receivers/server.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS webhooks_processados (
    webhook_id text PRIMARY KEY, recebido_em timestamptz NOT NULL DEFAULT now());
  CREATE TABLE IF NOT EXISTS pedidos (
    id text PRIMARY KEY, status text NOT NULL, version integer, atualizado_em timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS lancamentos (kind text NOT NULL, event_id text NOT NULL, object_id text NOT NULL);`;

function receber(evento: WebhookEvent, db: Pool): Promise<Answer> {
  return transaction(db, async (tx) => {
    const inserido = await tx.query(
      'INSERT INTO webhooks_processados (webhook_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING webhook_id',
      [evento.id],
    );
    if (inserido.rowCount === 0) return { status: 200 };

    const lancamento = EFFECT_OF.get(evento.status);
    if (lancamento !== undefined) {
      await tx.query('INSERT INTO lancamentos (kind, event_id, object_id) VALUES ($1, $2, $3)', [
        lancamento,
        evento.id,
        evento.objectId,
      ]);
    }

    // An order that we did not know yet starts before everything, so that there is a row to lock.
    await tx.query(
      `INSERT INTO pedidos (id, status, atualizado_em) VALUES ($1, 'novo', 'epoch') ON CONFLICT DO NOTHING`,
      [evento.objectId],
    );
    const { rows } = await tx.query<{ atualizado_em: Date }>(
      'SELECT atualizado_em FROM pedidos WHERE id = $1 FOR UPDATE',
      [evento.objectId],
    );
    const pedido = rows[0];
    if (pedido === undefined || pedido.atualizado_em >= new Date(evento.createdAt)) return { status: 200 };

    await tx.query('UPDATE pedidos SET status = $2, version = $3, atualizado_em = $4 WHERE id = $1', [
      evento.objectId,
      evento.status,
      evento.version,
      evento.createdAt,
    ]);
    return { status: 200 };
  });
}

await serve({ name: 'article-recipe', schema, objects: 'pedidos', effects: 'lancamentos', receive: receber });
