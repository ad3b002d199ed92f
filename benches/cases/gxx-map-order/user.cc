#include <map>
#include <regex>
#include <string>
#include <vector>
#include <algorithm>
#include <iostream>

struct Key { int id; std::string name; };

struct Event {
    Key key;
    double weight;
    bool operator==(const Event &other) const { return weight == other.weight; }
};

static std::vector<Event> parse(const std::string &text) {
    std::vector<Event> events;
    std::regex pattern("([0-9]+):([a-z]+)=([0-9.]+)");
    for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) {
        Event event;
        event.key.id = std::stoi((*it)[1]);
        event.key.name = (*it)[2];
        event.weight = std::stod((*it)[3]);
        events.push_back(event);
    }
    return events;
}

int main(int argc, char **argv) {
    std::map<Key, double> totals;
    for (int i = 1; i < argc; ++i) {
        for (const Event &event : parse(argv[i])) {
            totals[event.key] += event.weight;
        }
    }
    std::vector<std::pair<Key, double>> sorted(totals.begin(), totals.end());
    std::sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    for (const auto &entry : sorted) {
        std::cout << entry.first.name << ' ' << entry.second << '\n';
    }
    return 0;
}
