<?php
// An observer for lost200 in PHP: it reads what the receiver wrote, through PDO.
//
// observe: { command: "php observer.php", env: { DATABASE_DSN: "mysql:host=127.0.0.1;dbname=app;user=app" } }
// Try it alone: npx lost200 check-observer --command "php observer.php" --object an-id-that-exists

$database = new PDO(getenv('DATABASE_DSN'), getenv('DATABASE_USER') ?: null, getenv('DATABASE_PASSWORD') ?: null);
$database->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);

function rows(string $query, string $id): array
{
    global $database;
    $statement = $database->prepare($query);
    $statement->execute([$id]);
    return $statement->fetchAll(PDO::FETCH_ASSOC);
}

function answer(array $question): array
{
    $id = $question['id'] ?? null;
    $object = $question['objectId'] ?? '';
    try {
        return match ($question['kind']) {
            'hello' => ['protocol' => 1, 'sees' => ['state', 'effects']],
            'state' => ['id' => $id, 'state' => rows('SELECT status FROM payments WHERE id = ?', $object)[0]['status'] ?? null],
            // No DISTINCT, no LIMIT: an effect that happened twice must be seen twice.
            'effects' => ['id' => $id, 'effects' => rows("SELECT 'ledger' AS kind, event_id FROM ledger WHERE payment_id = ?", $object)],
            default => ['id' => $id, 'error' => "unknown kind {$question['kind']}"],
        };
    } catch (Throwable $error) {
        return ['id' => $id, 'error' => $error->getMessage()];
    }
}

while (($line = fgets(STDIN)) !== false) {
    fwrite(STDOUT, json_encode(answer(json_decode($line, true))) . "\n");
}
