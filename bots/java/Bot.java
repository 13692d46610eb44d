// A Chinese-knights bot in Java 17 or later, on the standard library alone; nothing to compile first.
//
//     java Bot.java --name my-bot --opponent greedy --games 1
//
// Edit choose(); the rest talks to the referee.

import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

public class Bot {
    /** The referee's `your_turn` message. */
    record Turn(
            List<String> legalMoves, // every legal move, such as ["B9-A7", "B9-C7"], or ["PASSE"]; of Connect Four ["1", "2", …]
            String position, // the board on one line: rows 1 to 9, "N" a white knight, "n" a black one
            String you, // "white" (moves towards row 1) or "black" (towards row 9)
            List<String> moves, // the moves so far
            Map<?, ?> clocks) { // "white_us", "black_us": microseconds left (a Double), null for no limit
    }

    /** Returns the move to play. */
    static String choose(Turn turn) {
        Map<String, Character> board = squares(turn.position());
        String best = null;
        double most = -1;
        for (String move : turn.legalMoves()) {
            double score = ThreadLocalRandom.current().nextDouble();
            if (move.contains("-")) { // else a pass, or a move of another game
                String start = move.substring(0, 2), end = move.substring(3);
                score += Math.abs(start.charAt(1) - end.charAt(1)) + (board.containsKey(end) ? 3 : 0);
            }
            if (score > most) {
                most = score;
                best = move;
            }
        }
        return best;
    }

    /** The pieces of a position: {"B9": 'N', "B1": 'n', …}. */
    static Map<String, Character> squares(String position) {
        Map<String, Character> pieces = new HashMap<>();
        String[] rows = position.split(" ")[0].split("/");
        for (int row = 0; row < rows.length; row++) {
            int column = 0;
            for (char character : rows[row].toCharArray()) {
                if (Character.isDigit(character)) {
                    column += character - '0';
                } else {
                    pieces.put("ABCDEFGHI".charAt(column++) + "" + (row + 1), character);
                }
            }
        }
        return pieces;
    }

    final Map<String, String> options;
    /** The running games from seeks. */
    final Set<String> sought = new HashSet<>();
    /** The number of games left; negative for no limit. */
    int games;
    WebSocket referee;
    BlockingQueue<Event> events;
    /** The time of the last frame, and the timeout, in nanoseconds. */
    volatile long received;
    long silence;

    Bot(Map<String, String> options) {
        this.options = options;
        String games = options.getOrDefault("games", "-1");
        if (!games.matches("-1|[1-9][0-9]{0,8}")) {
            exit("--games is 1 or more");
        }
        this.games = Integer.parseInt(games);
    }

    /** An event of the connection: a text, or its end. */
    record Event(String text, int code, String reason) {}

    /** One connection; returns null after the requested games, otherwise the reason of its end. */
    Event play() throws InterruptedException {
        BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        this.events = events;
        WebSocket.Listener listener = new WebSocket.Listener() {
            final StringBuilder text = new StringBuilder();

            public CompletionStage<?> onPing(WebSocket socket, ByteBuffer message) {
                received = System.nanoTime();
                socket.request(1);
                return null;
            }

            public CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
                return onPing(socket, message);
            }

            public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
                received = System.nanoTime();
                text.append(part);
                if (last) {
                    events.add(new Event(text.toString(), 0, null));
                    text.setLength(0);
                }
                socket.request(1);
                return null;
            }

            public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
                events.add(new Event(null, code, reason));
                return null;
            }

            public void onError(WebSocket socket, Throwable error) {
                events.add(new Event(null, 1006, error.toString()));
            }
        };
        try {
            referee = HttpClient.newHttpClient().newWebSocketBuilder().connectTimeout(Duration.ofSeconds(10))
                    .buildAsync(URI.create(options.get("url")), listener).get();
        } catch (ExecutionException error) {
            return new Event(null, 1006, problem(error.getCause()));
        }
        String token = options.containsKey("token") ? ",\"token\":" + quote(options.get("token")) : "";
        // Requests the results of games that ended during the disconnection.
        String resume = sought.isEmpty() ? "" : ",\"resume\":true";
        Set<String> known = new HashSet<>(sought); // the games of this run
        send("{\"t\":\"hello\",\"proto\":[1]" + token + resume + ",\"bot\":{\"name\":" + quote(options.get("name"))
                + ",\"lang\":\"Java\",\"games\":[" + quote(options.get("game")) + "]}}");
        received = System.nanoTime();
        silence = TimeUnit.SECONDS.toNanos(20);
        while (true) {
            Event event = events.poll(5, TimeUnit.SECONDS);
            if (event == null && System.nanoTime() - received > silence) {
                referee.abort();
                return new Event(null, 1006, "the referee is silent");
            }
            if (event == null) {
                // Java does not report every lost connection, but sending reveals it.
                try {
                    referee.sendPing(ByteBuffer.allocate(0)).join();
                } catch (RuntimeException lost) {
                    return new Event(null, 1006, lost.toString());
                }
                continue;
            }
            if (event.text() == null) {
                return event;
            }
            Map<?, ?> message = (Map<?, ?>) new Json(event.text()).value();
            String game = message.get("game") == null ? null : integer(message.get("game"));
            switch ((String) message.get("t")) {
                case "welcome" -> {
                    System.out.println("connected as " + message.get("bot"));
                    // The referee pings each heartbeat.
                    silence = TimeUnit.MICROSECONDS.toNanos(((Number) message.get("heartbeat_us")).longValue()) + TimeUnit.SECONDS.toNanos(5);
                    // Running games of an earlier run are continued.
                    ((List<?>) message.get("games")).forEach(listed -> known.add(integer(listed)));
                    if (sought.isEmpty()) {
                        seek();
                    }
                }
                case "state" -> {
                    known.add(game);
                    if ("mine".equals(message.get("id"))) {
                        sought.add(game);
                    }
                    boolean waits = message.get("status").equals("waiting");
                    Map<?, ?> players = (Map<?, ?>) message.get("players");
                    System.out.println("game " + game + (waits ? " begins: " : " continues: ") + players.get("white") + " - " + players.get("black"));
                    if (waits) {
                        send("{\"t\":\"ready\",\"game\":" + game + "}");
                    }
                }
                case "your_turn" -> sendMove(message, checked(message));
                case "rejected" -> {
                    System.out.println("rejected: " + message.get("message"));
                    if (message.get("code").equals("illegal")) { // a forgiven illegal move
                        sendMove(message, strings(message.get("legal_moves")).get(0));
                    }
                }
                case "game_over" -> {
                    if (!known.remove(game)) {
                        continue;
                    }
                    System.out.println("game " + game + " is over: " + message.get("result") + " - " + message.get("detail"));
                    boolean counts = sought.remove(game) || !options.containsKey("opponent");
                    if (counts && games > 0) {
                        games--;
                    }
                    if (games == 0 && known.isEmpty()) {
                        referee.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
                        return null;
                    }
                    if (counts) {
                        seek();
                    }
                }
                case "notice", "error" -> {
                    System.out.println("the referee says: " + message.get("message"));
                    // No later seek can succeed.
                    if (message.get("why") instanceof Map<?, ?> why && List.of("contest.bad_name", "contest.self_play").contains(why.get("code"))) {
                        System.exit(1);
                    }
                    if (message.get("code").equals("seek_failed")) {
                        Thread.sleep(2000);
                        seek();
                    }
                }
                default -> {
                }
            }
        }
    }

    /** Why there is no connection; Java's own messages do not say it. */
    static String problem(Throwable error) {
        if (error instanceof WebSocketHandshakeException refused) {
            return "HTTP status " + refused.getResponse().statusCode();
        }
        for (Throwable cause = error; cause instanceof ConnectException; cause = cause.getCause()) {
            if (cause.getCause() instanceof UnresolvedAddressException) {
                return "unknown host";
            }
        }
        return error instanceof ConnectException ? "connection refused" : error.toString();
    }

    void seek() {
        String opponent = options.get("opponent");
        if (opponent != null && games != 0) {
            send("{\"t\":\"seek\",\"id\":\"mine\",\"game\":" + quote(options.get("game"))
                    + (opponent.equals("anybody") ? "" : ",\"opponent\":" + quote(opponent)) + "}");
        }
    }

    /** The move of choose() if it is legal; otherwise reports the error and returns the first legal move. */
    static String checked(Map<?, ?> message) {
        List<String> legal = strings(message.get("legal_moves"));
        String wrong;
        try {
            String move = choose(new Turn(legal, (String) message.get("position"), (String) message.get("you"),
                    strings(message.get("moves")), (Map<?, ?>) message.get("clocks")));
            if (move != null && legal.contains(move)) {
                return move;
            }
            wrong = "gave " + (move == null ? "null" : quote(move)) + ", which is not a legal move";
        } catch (RuntimeException error) {
            error.printStackTrace();
            wrong = "failed with " + error;
        }
        System.err.println("choose() " + wrong + ", at ply " + integer(message.get("ply")) + " of game " + integer(message.get("game"))
                + "; " + legal.get(0) + " is played instead");
        return legal.get(0);
    }

    void sendMove(Map<?, ?> message, String move) {
        send("{\"t\":\"move\",\"game\":" + integer(message.get("game")) + ",\"ply\":" + integer(message.get("ply")) + ",\"move\":"
                + quote(move) + "}");
    }

    void send(String text) {
        try {
            referee.sendText(text, true).join();
        } catch (RuntimeException closed) {
            // The end of the connection is among the events, arrives soon, or is never reported.
            BlockingQueue<Event> events = this.events;
            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> events.add(new Event(null, 1006, closed.toString())));
        }
    }

    static String integer(Object number) {
        return String.valueOf(((Double) number).longValue());
    }

    static List<String> strings(Object list) {
        return ((List<?>) list).stream().map(String.class::cast).toList();
    }

    static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** A small reader of JSON: objects as Map, arrays as List, numbers as Double. */
    static class Json {
        final String text;
        int at;

        Json(String text) {
            this.text = text;
        }

        char peek() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return at < text.length() ? text.charAt(at) : '\0';
        }

        /** Skips this character if it is the next. */
        boolean skip(char wanted) {
            boolean there = peek() == wanted;
            at += there ? 1 : 0;
            return there;
        }

        Object value() {
            if (skip('{')) {
                Map<String, Object> fields = new LinkedHashMap<>();
                while (!skip('}')) {
                    skip(',');
                    String name = (String) value();
                    if (!skip(':')) {
                        throw new IllegalArgumentException("no colon at " + at + " in " + text);
                    }
                    fields.put(name, value());
                }
                return fields;
            }
            if (skip('[')) {
                List<Object> items = new ArrayList<>();
                while (!skip(']')) {
                    items.add(value());
                    skip(',');
                }
                return items;
            }
            if (skip('"')) {
                return string();
            }
            int start = at;
            while (at < text.length() && "+-.0123456789abcdefghijklmnopqrstuvwxyzE".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            String word = text.substring(start, at);
            return switch (word) {
                case "null" -> null;
                case "true", "false" -> Boolean.valueOf(word);
                default -> Double.valueOf(word);
            };
        }

        String string() {
            StringBuilder string = new StringBuilder();
            while (true) {
                char character = text.charAt(at++);
                if (character == '"') {
                    return string.toString();
                }
                if (character == '\\') {
                    character = text.charAt(at++);
                    switch (character) {
                        case 'n' -> character = '\n';
                        case 't' -> character = '\t';
                        case 'r' -> character = '\r';
                        case 'b' -> character = '\b';
                        case 'f' -> character = '\f';
                        case 'u' -> {
                            character = (char) Integer.parseInt(text.substring(at, at + 4), 16);
                            at += 4;
                        }
                        default -> {
                        }
                    }
                }
                string.append(character);
            }
        }
    }

    static void exit(String why) {
        System.err.println(why);
        System.exit(1);
    }

    /** The WebSocket address for HOST:PORT, http://HOST or ws://HOST/ws; https and wss are encrypted. */
    static String websocket(String server) {
        String url = (server.contains("://") ? server : "ws://" + server).replaceFirst("^http", "ws").replaceFirst("(/ws)?/*$", "/ws");
        try {
            URI uri = new URI(url);
            if (uri.getHost() != null && List.of("ws", "wss").contains(uri.getScheme()) && uri.getPort() != 0 && uri.getPort() < 65536) {
                return url;
            }
        } catch (URISyntaxException error) {
            // refused below
        }
        exit("--server: \"" + server + "\" is not an address like ws://127.0.0.1:8080/ws");
        return null;
    }

    public static void main(String[] args) throws InterruptedException {
        Map<String, String> options = new HashMap<>(Map.of("server", "ws://127.0.0.1:8080/ws", "name", "java-bot", "game", "knights"));
        for (String name : List.of("server", "name", "token", "game")) {
            String value = System.getenv("ARBITRE_" + (name.equals("token") ? "BOT_TOKEN" : name.toUpperCase()));
            if (value != null && !value.isEmpty()) {
                options.put(name, value);
            }
        }
        for (int i = 0; i < args.length; i += 2) {
            if (!List.of("--server", "--name", "--token", "--game", "--opponent", "--games").contains(args[i]) || i + 1 == args.length) {
                System.err.println("usage: java Bot.java [--server HOST:PORT] [--name NAME] [--token TOKEN] [--game knights|connect-four|tic-tac-toe]"
                        + " [--opponent NAME|anybody] [--games N]");
                System.exit(2);
            }
            options.put(args[i].substring(2), args[i + 1]);
        }
        options.put("url", websocket(options.get("server")));
        // For an address copied from the browser, such as http://HOST:8080/desk.
        String hint = URI.create(options.get("url")).getPath().equals("/ws") ? "" : "; --server is HOST:PORT, usually without a path";
        Bot bot = new Bot(options);
        for (long wait = 250;;) {
            long began = System.nanoTime();
            Event ended = bot.play();
            if (ended == null) {
                System.exit(0);
            }
            // Invalid hello, newer login or invalid token: no reconnection.
            if (List.of(4000, 4001, 4003).contains(ended.code())) {
                exit("closed with code " + ended.code() + ": " + ended.reason());
            }
            wait = System.nanoTime() - began > 10_000_000_000L ? 250 : Math.min(wait * 2, 15_000);
            System.err.println("not connected to " + options.get("url") + " (" + ended.reason() + hint + "); trying again in " + wait / 1000.0 + " s");
            TimeUnit.MILLISECONDS.sleep((long) (wait * ThreadLocalRandom.current().nextDouble(0.5, 1)));
        }
    }
}
